import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { COUNTRIES } from '@app/domain/auth';
import { COIN_CODES, FLAGGED_CURRENCIES } from '@app/ui/icons/coin-codes.ts';
import { symbolOf } from './symbol.ts';

/**
 * `node tools/sprites/sprites.ts <folder>`: writes the flags, and the coins that a package draws, into the sprites of
 * packages/ui. The README says how to fill the folder. Coins drawn for this project are edited in coins.svg itself.
 */
const [folder = ''] = process.argv.slice(2);
const ICONS = resolve(import.meta.dirname, '../../packages/ui/src/icons');

/** Coins taken from cryptocurrency-icons; a disc colour replaces one that white or a dark page would swallow. */
const TAKEN: Readonly<Record<string, { file: string; disc?: string; places?: number }>> = {
  DOT: { file: 'dot' },
  LTC: { file: 'ltc', disc: '#345D9D' },
  BCH: { file: 'bch', disc: '#0AA06E' },
  UNI: { file: 'uni', places: 1 },
  ATOM: { file: 'atom' },
  XLM: { file: 'xlm', disc: '#20262F' },
  ETC: { file: 'etc' },
  FIL: { file: 'fil', disc: '#1F97A3' },
  AAVE: { file: 'aave', disc: '#2A97A5' },
  ICP: { file: 'icp' },
  POL: { file: 'matic' },
};

const read = (path: string) => readFileSync(path, 'utf8');
const sprite = (symbols: readonly string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true">\n${symbols.join('\n')}\n</svg>\n`;

function coins(): string {
  const drawn = read(join(ICONS, 'coins.svg'));
  return sprite(
    COIN_CODES.map((code) => {
      const taken = TAKEN[code];
      if (taken !== undefined) {
        const source = read(join(folder, 'cryptocurrency-icons/svg/color', `${taken.file}.svg`));
        return symbolOf(code, taken.disc === undefined ? source : withDisc(source, taken.disc), {
          places: taken.places ?? 2,
        });
      }
      const symbol = new RegExp(`<symbol id="${code}".*</symbol>`).exec(drawn)?.[0];
      if (symbol === undefined) throw new Error(`nobody has drawn ${code}`);
      return symbol;
    }),
  );
}

const withDisc = (source: string, colour: string) =>
  source.replace(/<circle[^>]*r="16"[^>]*>/, (disc) => disc.replace(/fill="[^"]+"/, `fill="${colour}"`));

const flag = (shape: '1x1' | '3x2', id: string, country: string) =>
  symbolOf(id, read(join(folder, 'country-flag-icons', shape, `${country}.svg`)), { places: 1, isSliced: true });

/** The country of a currency has the first letters of its code; the euro's is the Union. */
const currencyFlags = () => sprite(FLAGGED_CURRENCIES.map((code) => flag('1x1', code, code.slice(0, 2))));
const countryFlags = () => sprite(COUNTRIES.map(({ code }) => flag('3x2', code, code)));

for (const [name, content] of [
  ['coins.svg', coins()],
  ['currency-flags.svg', currencyFlags()],
  ['country-flags.svg', countryFlags()],
] as const) {
  writeFileSync(join(ICONS, name), content);
  console.log(`${name}: ${Buffer.byteLength(content)} bytes`);
}

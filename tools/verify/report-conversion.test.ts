import {
  CONVERSION_LIES,
  convertIn,
  MARKETS,
  makeHouse,
  OBVIOUS_CONVERSION_LIES,
  sealConversion,
  showConversion,
} from '@app/verifier/samples';
import { describe, expect, it } from 'vitest';
import { seeded } from '../trial/random.ts';
import { reportConversion } from './report-conversion.ts';
import { CONVERSION_SEAL_TEXTS, CONVERSION_TEXTS } from './texts.ts';

const random = seeded(11);
const house = await makeHouse(random);
const wrongLines = (lines: readonly string[]) => lines.filter((line) => line.includes('WRONG'));

describe('the report of a conversion', () => {
  it('given an honest one, then every check is named, and all of it holds', async () => {
    const receipt = convertIn(house);
    const sealed = await sealConversion(house, receipt);
    const text = await showConversion(sealed, receipt);
    const kept = { keptHeads: sealed.heads, keptKeys: sealed.signers.map(({ publicKey }) => publicKey) };
    const asked = { id: receipt.id, markets: MARKETS };
    const { holds, lines } = await reportConversion(text, { ...kept, asked, nowMs: receipt.body.conversion.at });
    expect([holds, lines.at(-1)], lines.join('\n')).toEqual([true, 'All of it holds.']);
    for (const { holds: line } of Object.values({ ...CONVERSION_TEXTS, ...CONVERSION_SEAL_TEXTS }))
      expect(lines).toContain(`  holds  ${line}`);
    expect(lines[0]).toContain('0.75 BTC converted into');
    expect(lines.join()).toContain('Version 3 of the terms as you were shown it: spread 0.002, locked for 10 s');
  });

  it.each(CONVERSION_LIES)('given $name, then that alone is reported', async ({ forge, foundBy }) => {
    const { text, asked = { id: text.body.conversion.id }, kept = {} } = await forge(house, random);
    const { holds, lines } = await reportConversion(text, { ...kept, asked, nowMs: text.body.conversion.at });
    const [part, name] = foundBy.split(' ') as [string, keyof typeof CONVERSION_SEAL_TEXTS];
    const known =
      part === 'seal' ? CONVERSION_SEAL_TEXTS[name] : CONVERSION_TEXTS[name as keyof typeof CONVERSION_TEXTS];
    expect([holds, wrongLines(lines)]).toEqual([false, [`  WRONG  ${known.fails}`]]);
  });

  it.each(OBVIOUS_CONVERSION_LIES)('given $name, then it does not hold', async ({ forge }) => {
    const { text, asked = { id: '' } } = await forge(house, random);
    const { holds } = await reportConversion(text, { asked, nowMs: 0 }).catch(() => ({ holds: false }));
    expect(holds).toBe(false);
  });

  it('given one that no block has sealed, when it is new, then it is awaited, and later it was never sealed', async () => {
    const receipt = convertIn(house);
    const text = await showConversion(house, receipt);
    const at = receipt.body.conversion.at;
    const early = await reportConversion(text, { asked: { id: receipt.id }, nowMs: at + 30_000 });
    expect([early.holds, wrongLines(early.lines)]).toEqual([false, []]);
    const late = await reportConversion(text, { asked: { id: receipt.id }, nowMs: at + 61_000 });
    expect(wrongLines(late.lines)).toEqual([expect.stringContaining('never sealed')]);
  });
});

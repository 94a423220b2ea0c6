import { readFileSync } from 'node:fs';
import type { Category, Hours, Market } from '@app/domain/market';
import { parseDecimal } from '@app/money';

const MIGRATION = new URL('../migrations/0017_market.sql', import.meta.url);
const ROW = /\((\d+), '(\S+)', '(\w+)', '(\w+)', '([^']+)', '(\w+)', ([\d.]+), ([\d.]+), '(\w+)', '\{[^}]*\}', \d+\)/g;

/** The markets of the migration, without a database. */
export const SAMPLE_MARKETS: readonly Market[] = [...readFileSync(MIGRATION, 'utf8').matchAll(ROW)].map(
  ([, id = '', symbol = '', base = '', quote = '', name = '', category, tick = '', lot = '', hours]) => ({
    id: Number(id),
    symbol,
    base,
    quote,
    name,
    category: category as Category,
    priceTick: parseDecimal(tick),
    lot: parseDecimal(lot),
    hours: hours as Hours,
    products: ['contract'],
  }),
);

/** Returns one market by its symbol. */
export function sampleMarket(symbol: string): Market {
  const market = SAMPLE_MARKETS.find((each) => each.symbol === symbol);
  if (market === undefined) throw new Error(`no market ${symbol}`);
  return market;
}

import type { Category, Hours, Market, MarketProduct } from '@app/domain/market';
import { type Amount, type Price, parseDecimal } from '@app/money';
import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';

/** Row of the market table; its enumerated values are guaranteed by the table's checks or its migration. */
type MarketRow = {
  id: number;
  symbol: string;
  base: string;
  quote: string;
  name: string;
  category: Category;
  price_tick: string;
  lot: string;
  hours: Hours;
  products: MarketProduct[];
};

/** Reads every tradable market, in the default list order. */
export async function readMarkets(db: Reader): Promise<Market[]> {
  const { rows } = await sql<MarketRow>`
    select id, symbol, base, quote, name, category, trim_scale(price_tick)::text as price_tick,
           trim_scale(lot)::text as lot, hours, products
      from market order by place, id`.execute(db);
  return rows.map(({ price_tick, lot, ...row }) => ({
    ...row,
    priceTick: parseDecimal<Price>(price_tick),
    lot: parseDecimal<Amount>(lot),
  }));
}

export async function findMarket(db: Reader, symbol: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select id from market where symbol = ${symbol}`.execute(db);
  return rows[0]?.id;
}

import { expectDefined } from '@app/base';
import type { Market } from '@app/domain/market';
import { type Amount, parseDecimal } from '@app/money';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { refuseWith } from '../../platform/http/accept.ts';
import { Malformed } from '../../platform/http/serve.ts';
import type { Board } from '../market/index.ts';
import { readCurrencyIds } from '../reference/index.ts';
import type { DealMarket } from './wire-deal.ts';

/** A market with a contract, and what the wire says about it. */
export type ListedMarket = Market & DealMarket;

/** The fields by which a request names a market; all given ones must agree. */
export type PairView = {
  readonly baseId?: bigint | undefined;
  readonly quoteId?: bigint | undefined;
  readonly symbol?: string | undefined;
};

export type ContractMarkets = {
  /** Finds a market, even one whose contracts are no longer offered: it may have old positions. */
  byId(id: number): Promise<ListedMarket>;
  /** Finds a market among those whose contracts are offered. */
  find(names: PairView): Promise<ListedMarket | undefined>;
  /** All markets whose contracts are offered. */
  offered(): Promise<readonly ListedMarket[]>;
};

/**
 * Creates the market lookup. Currencies and lots are only added by a migration, before the processes that use their
 * markets, and never change, so they are read once.
 */
export function createContractMarkets(db: Db, board: Pick<Board, 'markets'>): ContractMarkets {
  let reading: Promise<Names> | undefined;
  const names = () => {
    reading ??= readNames(db).catch((error: unknown) => {
      reading = undefined; // The next call retries.
      throw error;
    });
    return reading;
  };
  const offered = async () => {
    const known = await names();
    return board
      .markets()
      .filter(({ id, products }) => products.includes('contract') && known.lots.has(id))
      .map((market) => name(market, known));
  };
  return {
    byId: async (id) => {
      const market = board.markets().find((it) => it.id === id);
      return name(expectDefined(market, `the market ${id}`), await names());
    },
    find: async ({ baseId, quoteId, symbol }) =>
      (await offered()).find(
        (it) => agrees(it.symbol, symbol) && agrees(it.baseId, baseId) && agrees(it.quoteId, quoteId),
      ),
    offered,
  };
}

type Names = { readonly ids: ReadonlyMap<string, bigint>; readonly lots: ReadonlyMap<number, Amount> };

async function readNames(db: Db): Promise<Names> {
  const { rows } = await sql<{ market: number; multiplier: string }>`
    select market, multiplier from contract_lot`.execute(db);
  const lots = new Map(rows.map(({ market, multiplier }) => [market, parseDecimal<Amount>(multiplier)]));
  return { ids: await readCurrencyIds(db), lots };
}

const name = (market: Market, { ids, lots }: Names): ListedMarket => ({
  ...market,
  baseId: ids.get(market.base) ?? null,
  quoteId: ids.get(market.quote) ?? null,
  multiplier: expectDefined(lots.get(market.id), `the lot of ${market.symbol}`),
});

const agrees = <Value>(actual: Value, requested: Value | undefined) => requested === undefined || requested === actual;

/** Finds the market that a request names; it must name a whole pair. */
export async function findMarket(markets: ContractMarkets, pair: PairView): Promise<ListedMarket> {
  if (pair.symbol === undefined && (pair.baseId === undefined || pair.quoteId === undefined))
    throw new Malformed(['currency_name']);
  return (await markets.find(pair)) ?? refuseWith('not_found');
}

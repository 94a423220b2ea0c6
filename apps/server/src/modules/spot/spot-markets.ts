import { expectDefined } from '@app/base';
import type { Market } from '@app/domain/market';
import type { Db } from '../../platform/db/database.ts';
import type { Board } from '../market/index.ts';
import { readCurrencyIds } from '../reference/index.ts';

/** A market with the ids by which the specification's app names its two currencies. */
export type NamedMarket = Market & { readonly baseId: bigint; readonly quoteId: bigint };

/** The fields by which a request names a market; all given ones must agree. */
export type PairView = {
  readonly baseId?: bigint | undefined;
  readonly quoteId?: bigint | undefined;
  readonly symbol?: string | undefined;
};

export type SpotMarkets = {
  /** Finds a market, even one no longer traded: it may have old orders. */
  byId(id: number): Promise<NamedMarket>;
  idOf(symbol: string): number | undefined;
  /** All markets, also those no longer traded. */
  ids(): readonly number[];
  /** Finds a market among those that are traded. */
  find(names: PairView): Promise<NamedMarket | undefined>;
};

/**
 * Creates the market lookup. Currencies are only added by a migration, before the processes that use their markets, so
 * they are read once.
 */
export function createSpotMarkets(db: Db, board: Pick<Board, 'markets'>): SpotMarkets {
  let reading: Promise<CurrencyIds> | undefined;
  const ids = () => {
    reading ??= readCurrencyIds(db).catch((error: unknown) => {
      reading = undefined; // The next call retries.
      throw error;
    });
    return reading;
  };
  const find = (fits: (market: Market) => boolean) => board.markets().find(fits);
  return {
    byId: async (id) =>
      name(
        expectDefined(
          find((it) => it.id === id),
          `the market ${id}`,
        ),
        await ids(),
      ),
    idOf: (symbol) => find((it) => it.symbol === symbol)?.id,
    ids: () => board.markets().map(({ id }) => id),
    find: async (names) => {
      const known = await ids();
      const found = find((it) => it.products.includes('spot') && isMeant(it, names, known));
      return found && name(found, known);
    },
  };
}

type CurrencyIds = ReadonlyMap<string, bigint>;

const name = (market: Market, ids: CurrencyIds): NamedMarket => ({
  ...market,
  baseId: expectDefined(ids.get(market.base), `the currency ${market.base}`),
  quoteId: expectDefined(ids.get(market.quote), `the currency ${market.quote}`),
});

const isMeant = ({ symbol, base, quote }: Market, names: PairView, ids: CurrencyIds): boolean =>
  agrees(symbol, names.symbol) && agrees(ids.get(base), names.baseId) && agrees(ids.get(quote), names.quoteId);

const agrees = <Value>(actual: Value, requested: Value | undefined) => requested === undefined || requested === actual;

import { expectDefined } from '@app/base';
import type { Market } from '@app/domain/market';
import { WORTH_CURRENCY } from '@app/domain/wallet';
import type { Db } from '../../platform/db/database.ts';
import type { Board } from '../market/index.ts';
import { readCurrencyIds } from '../reference/index.ts';
import type { BetNames } from './wire-bet.ts';

export type BetMarkets = {
  /** Returns what the wire says of a bet's market and currency, even if it has no new bets. */
  namesOf(market: number, currency: string): Promise<BetNames>;
  /** Finds a market among those with bets. */
  find(names: { readonly id?: number | undefined; readonly symbol?: string | undefined }): Market | undefined;
  /** All markets with bets. */
  offered(): readonly Market[];
  /** Returns the ids of currencies by name. */
  currencyIds(): Promise<ReadonlyMap<string, bigint>>;
};

/** Stakes are paid in this currency alone, because results of a day are counted in it. */
export const STAKE_CURRENCY = WORTH_CURRENCY;

/** Creates the market lookup. Currencies are only added by a migration and never change, so they are read once. */
export function createBetMarkets(db: Db, board: Pick<Board, 'markets'>): BetMarkets {
  let reading: Promise<ReadonlyMap<string, bigint>> | undefined;
  const currencyIds = () => {
    reading ??= readCurrencyIds(db).catch((error: unknown) => {
      reading = undefined; // The next call retries.
      throw error;
    });
    return reading;
  };
  const offered = () => board.markets().filter(({ products }) => products.includes('seconds'));
  return {
    namesOf: async (id, currency) => {
      const market = board.markets().find((it) => it.id === id);
      const { symbol } = expectDefined(market, `the market ${id}`);
      return { symbol, currencyId: expectDefined((await currencyIds()).get(currency), `the currency ${currency}`) };
    },
    find: ({ id, symbol }) => offered().find((it) => agrees(it.id, id) && agrees(it.symbol, symbol)),
    offered,
    currencyIds,
  };
}

const agrees = <Value>(actual: Value, requested: Value | undefined) => requested === undefined || requested === actual;

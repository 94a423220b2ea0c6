import type { BetSide } from '@app/domain/seconds';
import type { Output } from '@app/protocol';
import { type listBets as betsRoute, submitBet } from '@app/protocol/seconds';
import * as z from 'zod/mini';
import type { Recipient } from '../../platform/bus/push.ts';
import type { Db } from '../../platform/db/database.ts';
import type { PageRequest } from '../../platform/db/page.ts';
import { refuseWith } from '../../platform/http/accept.ts';
import type { BetMarkets } from './bet-markets.ts';
import { type BetOutcome, type BetRow, toBet } from './bet-row.ts';
import * as store from './seconds.store.ts';
import { toWireBet } from './wire-bet.ts';

type Deps = { readonly db: Db; readonly markets: BetMarkets };
type ShownBet = Output<typeof submitBet>;

type BetsRequest = PageRequest & {
  readonly isOpen: boolean | undefined;
  readonly market: number | undefined;
  readonly symbol: string | undefined;
  readonly side: BetSide | undefined;
  readonly outcome: BetOutcome | undefined;
  readonly from: number | undefined;
  readonly to: number | undefined;
};

/** Lists the caller's bets of one mode. A market without bets has none, and an open bet has no outcome. */
export async function listBets(
  { db, markets }: Deps,
  recipient: Recipient,
  { page, limit, before, market: id, symbol, ...filters }: BetsRequest,
): Promise<Output<typeof betsRoute>> {
  const isOfMarket = id !== undefined || symbol !== undefined;
  const market = isOfMarket ? markets.find({ id, symbol })?.id : undefined;
  const isNone = (isOfMarket && market === undefined) || (filters.isOpen === true && filters.outcome !== undefined);
  if (isNone) return { list: [], page, limit, total: 0, next: null };
  const found = await store.selectBets(db, recipient, { ...filters, market }, { page, limit, before });
  const { rows, ...rest } = found;
  return { list: await showBets(markets, rows), ...rest };
}

/** Reads one bet of the caller, open or ended. */
export async function readBet({ db, markets }: Deps, recipient: Recipient, id: bigint): Promise<ShownBet> {
  const row = (await store.findBet(db, recipient, id)) ?? refuseWith('not_found');
  const [bet] = await showBets(markets, [row]);
  return bet ?? refuseWith('not_found');
}

/** Renders bets through the engine's own encoding, so that a list and a response never differ. */
const showBets = (markets: BetMarkets, rows: readonly BetRow[]): Promise<ShownBet[]> =>
  Promise.all(
    rows.map(async (row) =>
      z.decode(submitBet.response, toWireBet(toBet(row), await markets.namesOf(row.market, row.currency))),
    ),
  );

import { DEAL_STATES, type DealCause } from '@app/domain/contract';
import { type Amount, type Price, parseDecimal } from '@app/money';
import type { Output } from '@app/protocol';
import {
  type listCharges as chargesRoute,
  type readDeal as dealRoute,
  type listDeals as dealsRoute,
  type listEndedDeals as endedRoute,
  type findPlacedDeal as placedRoute,
  submitContract,
} from '@app/protocol/contract';
import * as z from 'zod/mini';
import type { Recipient } from '../../platform/bus/push.ts';
import type { Db } from '../../platform/db/database.ts';
import type { PageRequest } from '../../platform/db/page.ts';
import { refuseWith } from '../../platform/http/accept.ts';
import * as store from './contract.store.ts';
import type { ContractMarkets } from './contract-markets.ts';
import { type PositionRow, toPosition } from './position-row.ts';
import { toWireDeal } from './wire-deal.ts';

type Deps = { readonly db: Db; readonly markets: ContractMarkets };
type Deal = Output<typeof submitContract>;

/** Lists the caller's positions and pending orders of one mode. */
export async function listDeals(
  { db, markets }: Deps,
  recipient: Recipient,
  { status, ...request }: PageRequest & { readonly status?: number | undefined },
): Promise<Output<typeof dealsRoute>> {
  const state = status === undefined ? undefined : DEAL_STATES[status];
  const { rows, ...page } = await store.selectLive(db, recipient, { status: state }, request);
  return { list: await showDeals(markets, rows), ...page };
}

type EndedRequest = PageRequest & {
  readonly currency_name?: string | undefined;
  readonly type?: 'buy' | 'sell' | undefined;
  readonly status?: number | undefined;
  readonly cause?: DealCause | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
};

/** Lists what has ended, with how it ended. A market without contracts has none. */
export async function listEndedDeals(
  { db, markets }: Deps,
  recipient: Recipient,
  { page, limit, before, currency_name: symbol, type, status, ...filters }: EndedRequest,
): Promise<Output<typeof endedRoute>> {
  const market = symbol === undefined ? undefined : (await markets.find({ symbol }))?.id;
  if (symbol !== undefined && market === undefined) return { list: [], page, limit, total: 0, next: null };
  const side = type === undefined ? undefined : SIDES[type];
  const filter = { ...filters, market, side, status: status === undefined ? undefined : DEAL_STATES[status] };
  const { rows, ...found } = await store.selectEnded(db, recipient, filter, { page, limit, before });
  return { list: await showSettled({ db, markets }, rows), ...found };
}

const SIDES = { buy: 'long', sell: 'short' } as const;

/** Reads one deal of the caller, live or ended. */
export async function readDeal(
  { db, markets }: Deps,
  recipient: Recipient,
  id: bigint,
): Promise<Output<typeof dealRoute>> {
  const row = await store.findDeal(db, recipient, id);
  const [deal] = row === undefined ? [] : await showSettled({ db, markets }, [row]);
  return deal ?? refuseWith('not_found');
}

/** Finds an order whose response was lost, by its idempotency key: only reads, never sends again. */
export async function findPlacedDeal(
  { db, markets }: Deps,
  recipient: Recipient,
  key: string,
): Promise<Output<typeof placedRoute>> {
  const row = await store.findPlaced(db, recipient, key);
  const [deal] = row === undefined ? [] : await showDeals(markets, [row]);
  return { deal: deal ?? null };
}

/** Renders deals with their settlements. */
async function showSettled({ db, markets }: Deps, rows: readonly PositionRow[]): Promise<Output<typeof dealRoute>[]> {
  const settled = await store.selectSettlementsOf(
    db,
    rows.map(({ id }) => id),
  );
  const byPosition = Map.groupBy(settled, ({ position }) => position);
  const deals = await showDeals(markets, rows);
  return deals.map((deal) => ({ ...deal, settlements: (byPosition.get(deal.id) ?? []).map(showSettlement) }));
}

/** Lists the nights that a position of the caller was charged for. */
export async function listCharges(
  { db }: Pick<Deps, 'db'>,
  recipient: Recipient,
  { id, ...request }: PageRequest & { readonly id: bigint },
): Promise<Output<typeof chargesRoute>> {
  if (!(await store.isOwnPosition(db, recipient, id))) refuseWith('not_found');
  const { rows, ...page } = await store.selectCharges(db, id, request);
  const list = rows.map(({ charge, at, ...row }) => ({
    ...row,
    charge: parseDecimal<Amount>(charge),
    at: at.getTime(),
  }));
  return { list, ...page };
}

/** Renders deals through the engine's own encoding, so that a list and a response never differ. */
export const showDeals = (markets: ContractMarkets, rows: readonly PositionRow[]): Promise<Deal[]> =>
  Promise.all(
    rows.map(async (row) =>
      z.decode(submitContract.response, toWireDeal(toPosition(row), await markets.byId(row.market))),
    ),
  );

const showSettlement = (row: store.SettlementRow): Output<typeof dealRoute>['settlements'][number] => ({
  id: row.id,
  cause: row.cause,
  lots: parseDecimal<Amount>(row.lots),
  price: parseDecimal<Price>(row.price),
  margin: parseDecimal<Amount>(row.margin),
  result: parseDecimal<Amount>(row.result),
  overnight: parseDecimal<Amount>(row.overnight),
  overnight_returned: parseDecimal<Amount>(row.overnight_returned),
  fee: parseDecimal<Amount>(row.fee),
  liquidation_fee: parseDecimal<Amount>(row.liquidation_fee),
  returned: parseDecimal<Amount>(row.returned),
  shortfall: parseDecimal<Amount>(row.shortfall),
  at: row.at.getTime(),
});

import { contractAccount, contractShard } from '@app/domain/contract';
import { WORTH_CURRENCY } from '@app/domain/wallet';
import type { Amount, Price } from '@app/money';
import {
  addMarginCommand,
  cancelPendingCommand,
  closeAllCommand,
  closeCommand,
  openCommand,
  removeMarginCommand,
  reverseCommand,
  setStopsCommand,
} from '@app/protocol/engine';
import type { CommandSource, Engine } from '../../engine/client.ts';
import type { Recipient } from '../../platform/bus/push.ts';
import type { Db } from '../../platform/db/database.ts';
import { refuseWith } from '../../platform/http/accept.ts';
import type { Ledger } from '../ledger/index.ts';
import { isOwnPosition } from './contract.store.ts';
import { type ContractMarkets, findMarket, type PairView } from './contract-markets.ts';
import type { WireDeal } from './wire-deal.ts';

export type TradeDeps = {
  readonly db: Db;
  readonly ledger: Ledger;
  readonly engine: Engine;
  readonly markets: ContractMarkets;
};

/** The caller of a command in one mode, and their country, on which the highest leverage depends. */
export type TradeSource = CommandSource & Pick<Recipient, 'mode'> & { readonly country: string | undefined };

/** What a caller orders. */
export type Ordered = {
  readonly pair: PairView;
  /** Day of delivery; undefined for a perpetual contract. */
  readonly series: string | undefined;
  readonly side: 'long' | 'short';
  readonly lots: Amount;
  readonly leverage: number;
  readonly limit: Price | undefined;
} & Stops;

type Stops = { readonly stopLoss: Price | undefined; readonly takeProfit: Price | undefined };

/** Maximum number of accounts cached as open. */
const OPENED_MAX = 100_000;

/** Creates the function that opens positions. One per process: it caches which accounts it opened. */
export function createOpenPosition(deps: TradeDeps) {
  const opened = new Set<string>();
  const openAccount = async ({ userId, mode }: Recipient) => {
    const name = `${userId}:${mode}`;
    if (opened.has(name)) return;
    await deps.ledger.open(deps.db, mode, [contractAccount(userId, WORTH_CURRENCY)]);
    if (opened.size >= OPENED_MAX) opened.clear();
    opened.add(name);
  };
  return async (source: TradeSource, { pair, ...request }: Ordered): Promise<WireDeal> => {
    const market = await findMarket(deps.markets, pair);
    await openAccount(source);
    const fields = { ...request, market: market.id, country: source.country };
    return await deps.engine.request(contractShard(source.mode), source, openCommand, fields);
  };
}

/**
 * Closes a position, or some of its lots. Ownership is checked here first, as for all that follow: another user's
 * position costs the engine nothing, and is not found, like one that never existed.
 */
export async function closeDeal(deps: TradeDeps, source: TradeSource, id: bigint, lots: Amount | undefined) {
  await refuseForeign(deps, source, id);
  return await deps.engine.request(contractShard(source.mode), source, closeCommand, { id, lots });
}

export const closeAllDeals = ({ engine }: TradeDeps, source: TradeSource, side: 'long' | 'short' | undefined) =>
  engine.request(contractShard(source.mode), source, closeAllCommand, { side });

/** Closes a position and opens the opposite one. */
export async function reverseDeal(deps: TradeDeps, source: TradeSource, id: bigint) {
  await refuseForeign(deps, source, id);
  const { country } = source;
  return await deps.engine.request(contractShard(source.mode), source, reverseCommand, { id, country });
}

export async function setStops(deps: TradeDeps, source: TradeSource, id: bigint, stops: Stops) {
  await refuseForeign(deps, source, id);
  return await deps.engine.request(contractShard(source.mode), source, setStopsCommand, { id, ...stops });
}

export async function cancelDeal(deps: TradeDeps, source: TradeSource, id: bigint) {
  await refuseForeign(deps, source, id);
  return await deps.engine.request(contractShard(source.mode), source, cancelPendingCommand, { id });
}

export async function addMargin(deps: TradeDeps, source: TradeSource, id: bigint, amount: Amount) {
  await refuseForeign(deps, source, id);
  return await deps.engine.request(contractShard(source.mode), source, addMarginCommand, { id, amount });
}

export async function removeMargin(deps: TradeDeps, source: TradeSource, id: bigint, amount: Amount) {
  await refuseForeign(deps, source, id);
  const { country } = source;
  return await deps.engine.request(contractShard(source.mode), source, removeMarginCommand, { id, amount, country });
}

async function refuseForeign({ db }: TradeDeps, source: TradeSource, id: bigint): Promise<void> {
  if (!(await isOwnPosition(db, source, id))) refuseWith('not_found');
}

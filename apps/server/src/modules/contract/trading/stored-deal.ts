import { expectDefined } from '@app/base';
import { DEAL_STATES, NO_STRESS_PASS, NO_TRIGGER_SLOT, type Position } from '@app/domain/contract';
import { type Amount, type Price, ZERO } from '@app/money';
import type { StoredPosition } from '../position-row.ts';
import { toWireDeal, type WireDeal } from '../wire-deal.ts';
import type { ContractMarketState, ContractState, Deal } from './contract-state.ts';

/** What a row has, besides the key that only its insertion needs. */
export type DealRow = Omit<StoredPosition, 'key'>;

/** Converts a deal to its row. */
export function toRow(deal: Deal): DealRow {
  const { position, status } = deal;
  const isPending = status === 'pending' || (status === 'cancelled' && deal.openedAtMs === undefined);
  return {
    id: deal.id,
    userId: deal.userId,
    market: deal.at.market.id,
    series: deal.series,
    side: deal.side,
    leverage: position.leverage,
    limit: deal.limit,
    openedLots: deal.openedLots,
    atMs: deal.atMs,
    terms: deal.termsVersion,
    stopLoss: deal.stopLoss,
    takeProfit: deal.takeProfit,
    lots: position.lots,
    margin: position.margin,
    heldFee: status === 'pending' ? position.openFee : ZERO,
    entry: isPending ? undefined : position.entry,
    openFee: isPending ? ZERO : position.openFee,
    overnightSince: position.overnightSince,
    overnightCharged: position.overnightCharged,
    overnightDay: deal.overnightDay,
    result: deal.result,
    fees: deal.fees,
    status,
    cause: deal.cause,
    closingLots: deal.closingLots,
    changedSeq: deal.changedSeq,
    changedMs: deal.changedMs,
    trigger: deal.trigger,
    chain: deal.chain,
    openedAtMs: deal.openedAtMs,
    closedAtMs: deal.closedAtMs,
  };
}

export const toWire = (deal: Deal): WireDeal => toWireDeal({ ...toRow(deal), key: '' }, deal.at.market);

/**
 * Restores a live deal from its row. Every field is written out, and equal values share one object: a million deals are
 * in memory, and an object that is put together from others takes several times the space and the time.
 */
export function fromRow(state: ContractState, at: ContractMarketState, row: DealRow): Deal {
  const terms = expectDefined(state.terms.get(row.terms), `version ${row.terms} of the terms`);
  const isPending = row.status === 'pending';
  const side = row.side === 'long' ? 'long' : 'short';
  const position: Position = {
    side,
    market: at.contract,
    lots: row.lots,
    entry: expectDefined(isPending ? row.limit : row.entry, 'a price'),
    leverage: row.leverage,
    margin: row.margin,
    openFee: isPending ? row.heldFee : row.openFee,
    overnightSince: shared(row.overnightSince),
    overnightCharged: shared(row.overnightCharged),
    terms,
  };
  return {
    id: row.id,
    userId: row.userId,
    at,
    position,
    side,
    series: row.series,
    limit: row.limit,
    openedLots: row.openedLots === row.lots ? row.lots : row.openedLots,
    atMs: row.atMs,
    termsVersion: row.terms,
    stopLoss: row.stopLoss,
    takeProfit: row.takeProfit,
    overnightDay: row.overnightDay,
    result: shared(row.result),
    fees: row.fees,
    status: DEAL_STATES[DEAL_STATES.indexOf(row.status)] ?? row.status,
    cause: row.cause,
    closingLots: row.closingLots,
    changedSeq: row.changedSeq,
    changedMs: row.changedMs,
    trigger: row.trigger,
    chain: row.chain,
    openedAtMs: row.openedAtMs,
    closedAtMs: row.closedAtMs,
    triggerSlot: NO_TRIGGER_SLOT,
    stressPass: NO_STRESS_PASS,
  };
}

/** One zero for all. */
const shared = <Value extends Amount | Price>(value: Value): Value =>
  value === 0n ? (ZERO as bigint as Value) : value;

type New = Pick<Deal, 'id' | 'userId' | 'at' | 'position' | 'termsVersion' | 'series' | 'limit' | 'atMs'> &
  Pick<Deal, 'stopLoss' | 'takeProfit' | 'changedSeq' | 'changedMs' | 'status' | 'openedAtMs' | 'fees'>;

/** Creates a deal. */
export const newDeal = (given: New): Deal => ({
  ...given,
  side: given.position.side,
  openedLots: given.position.lots,
  overnightDay: undefined,
  result: ZERO,
  cause: undefined,
  closingLots: undefined,
  trigger: undefined,
  chain: { place: 0, hash: null },
  closedAtMs: undefined,
  triggerSlot: NO_TRIGGER_SLOT,
  stressPass: NO_STRESS_PASS,
});

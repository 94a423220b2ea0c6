import { contractAccount, feeIncome, NO_STRESS_PASS, platformResult, sizeOf } from '@app/domain/contract';
import { type AccountName, reserveAccount } from '@app/domain/ledger';
import { add, subtract } from '@app/money';
import type { Balances } from '../../../engine/product.ts';
import type { NextId } from '../../../platform/db/writer.ts';
import type { ContractFacts } from './contract-facts.ts';
import type { ContractState, Deal, IndexTick } from './contract-state.ts';

/** All contracts are in this currency, whatever the quote currency of the market. */
export const CURRENCY = 'USDT';

/** Input of a decision besides the state. */
export type DecisionContext = { readonly balances: Balances; readonly facts: ContractFacts; readonly nextId: NextId };

/** Returns the account of a user's contracts. */
export const ownAccount = (userId: bigint): AccountName => contractAccount(userId, CURRENCY);

/** Returns the platform's accounts, which every opening and every end of a position touches. */
export const platformAccounts = ({ mode }: Pick<ContractState, 'mode'>) => ({
  result: platformResult({ mode, currency: CURRENCY }),
  fees: feeIncome({ mode, currency: CURRENCY }),
  insurance: reserveAccount('insurance', CURRENCY),
  capital: reserveAccount('capital', CURRENCY),
});

/** Returns the accounts the batch has not locked. */
export const missingOf = (balances: Balances, accounts: readonly AccountName[]): readonly AccountName[] =>
  accounts.filter((account) => balances.of(account) === undefined);

/** Adds a live deal to the state, to the sums of its market, and to what prices trigger. */
export function addDeal(state: ContractState, deal: Deal): void {
  const { at, id, userId, status } = deal;
  state.deals.set(id, deal);
  const own = state.byUser.get(userId) ?? new Set();
  state.byUser.set(userId, own.add(deal));
  at.deals.add(deal);
  if (deal.series !== undefined) at.series.set(deal.series, (at.series.get(deal.series) ?? new Set()).add(deal));
  if (status !== 'pending') count(deal);
  watch(deal);
}

/** Takes an ended deal out of the state. Its position must be as it was when it was last counted. */
export function removeDeal(state: ContractState, deal: Deal): void {
  const { at, id, userId } = deal;
  unwatch(deal);
  uncount(deal);
  at.deals.delete(deal);
  removeFromSeries(deal);
  state.deals.delete(id);
  const own = state.byUser.get(userId);
  own?.delete(deal);
  if (own?.size === 0) state.byUser.delete(userId);
}

function removeFromSeries(deal: Deal): void {
  const { at, series } = deal;
  const own = series === undefined ? undefined : at.series.get(series);
  own?.delete(deal);
  if (series !== undefined && own?.size === 0) at.series.delete(series);
}

/** Changes a live deal, and everything that depends on it. */
export function changeDeal(deal: Deal, change: Partial<Omit<Deal, 'at' | 'id' | 'userId' | 'side'>>): void {
  unwatch(deal);
  uncount(deal);
  Object.assign(deal, change);
  if (deal.status !== 'pending') count(deal);
  watch(deal);
}

/** Charges a night. What leaves the margin is charged, so none of its triggers moves. */
export function chargeDeal(deal: Deal, change: Pick<Deal, 'position' | 'overnightDay' | 'fees'>): void {
  uncount(deal);
  Object.assign(deal, change);
  count(deal);
}

/** Reads something as if a position had ended already: a reversed one no longer counts for the one that follows. */
export function readWithout<Value>(deal: Deal, read: () => Value): Value {
  uncount(deal);
  const value = read();
  count(deal);
  return value;
}

/** Puts a deal under the prices that trigger it. One that is closing waits for the next tick and for no price. */
function watch(deal: Deal): void {
  const { at, status } = deal;
  if (status === 'pending') at.triggers.addPending(deal);
  else if (status === 'open') at.triggers.addPosition(deal);
  else at.closing.add(deal);
}

/** Takes a deal from the prices that trigger it, before it changes. */
function unwatch(deal: Deal): void {
  deal.at.triggers.remove(deal);
  deal.at.closing.delete(deal);
}

function count(deal: Deal): void {
  const { at, side, position } = deal;
  at.stress.add(deal);
  at.open[side] = add(at.open[side], sizeOf(position));
}

function uncount(deal: Deal): void {
  const { at, side, position } = deal;
  if (deal.stressPass === NO_STRESS_PASS) return; // A pending order is not counted.
  at.stress.remove(deal);
  at.open[side] = subtract(at.open[side], sizeOf(position));
}

/** Computes something as if a deal had ended. A pending order is not counted anyway. */
export function withoutDeal<Result>(deal: Deal | undefined, compute: () => Result): Result {
  if (deal === undefined || deal.stressPass === NO_STRESS_PASS) return compute();
  uncount(deal);
  const result = compute();
  count(deal);
  return result;
}

/** Puts back a deal that a price has reached, although the tick may not act on it. */
export const watchAgain = (deal: Deal): void => watch(deal);

/** Whether a tick may act on a deal: it is newer than the deal's last change, and so is its block. */
export const actsOn = ({ seq, sealedMs }: IndexTick, { changedSeq, changedMs, trigger }: Deal): boolean =>
  seq > Math.max(changedSeq, trigger?.seq ?? 0) && sealedMs > changedMs;

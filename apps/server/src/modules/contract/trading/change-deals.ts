import {
  addMargin,
  checkStops,
  contractRules,
  postMarginAdded,
  postMarginRemoved,
  postPendingRelease,
  removeMargin,
  splitPosition,
} from '@app/domain/contract';
import { type Amount, ZERO } from '@app/money';
import type { Outcome } from '../../../engine/product.ts';
import type {
  AddMarginCommand,
  ByUser,
  CancelCommand,
  CloseAllCommand,
  CloseCommand,
  ContractCommand,
  RemoveMarginCommand,
  SetStopsCommand,
} from './commands.ts';
import type { ContractRows, ContractState, Deal } from './contract-state.ts';
import { changeDeal, type DecisionContext, missingOf, ownAccount, removeDeal } from './deals.ts';
import { findOwn } from './find-own.ts';
import { changedBy, changedNow, nowAt, quoteAt, tickFor } from './market-price.ts';
import { costOf, partyOf } from './open-deal.ts';
import { RowsOfCommand } from './rows-of-command.ts';
import { toWire } from './stored-deal.ts';

type Result = Outcome<ContractRows>;

const done = (deal: Deal, rows: RowsOfCommand): Result => {
  rows.change(deal);
  return rows.done(toWire(deal), { deal: String(deal.id) });
};

/**
 * Orders a position, or some lots of it, to be closed: the next valid tick does it, at any time and whatever is switched
 * off.
 */
export function closeDeal(
  state: ContractState,
  input: ByUser<CloseCommand>,
  { balances, facts }: DecisionContext,
): Result {
  const found = findOwn(state, input, 'open');
  if (!found.ok) return { kind: 'refused', code: found.code };
  const deal = found.value;
  const { at, position } = deal;
  const lots = input.command.lots ?? position.lots;
  // Only the number of lots is checked here, so that any price will do.
  const quote = at.tick === undefined ? { bid: position.entry, ask: position.entry } : quoteAt(facts, at, at.tick);
  const exit = { lotsMin: facts.lotsMin, quote, overnightIndex: at.overnight.index };
  const split = splitPosition(position, lots, exit);
  if (!split.ok) return { kind: 'refused', code: split.code, params: split.params };
  orderClose(deal, lots, input.arrivedMs);
  return done(deal, new RowsOfCommand(balances));
}

/** Whether all of a position can still be ordered to be closed: it is open, or its user ordered fewer lots. */
const mayCloseAll = ({ status, cause, closingLots = ZERO, position }: Deal): boolean =>
  status === 'open' || (status === 'closing' && cause === 'user' && position.lots > closingLots);

const orderClose = (deal: Deal, lots: Amount, arrivedMs: number) =>
  changeDeal(deal, { status: 'closing', cause: 'user', closingLots: lots, ...changedNow(deal, arrivedMs) });

/** Orders all positions of a user to be closed, or all of one side. */
export function closeAllDeals(
  state: ContractState,
  { command, userId, arrivedMs }: ByUser<CloseAllCommand>,
  { balances }: DecisionContext,
): Result {
  const rows = new RowsOfCommand(balances);
  const own = [...(state.byUser.get(userId) ?? [])];
  const meant = own.filter((it) => mayCloseAll(it) && (command.side === undefined || it.side === command.side));
  for (const deal of meant) {
    orderClose(deal, deal.position.lots, arrivedMs);
    rows.change(deal);
  }
  const answer = { closing: meant.length };
  return rows.done(answer, answer);
}

/** Replaces stop-loss and take-profit of a position or a pending order. */
export function setStops(state: ContractState, input: ByUser<SetStopsCommand>, { balances }: DecisionContext): Result {
  const found = findOwn(state, input, 'open', 'pending');
  if (!found.ok) return { kind: 'refused', code: found.code };
  const deal = found.value;
  const { at, side, position, status } = deal;
  const { stopLoss, takeProfit } = input.command;
  const price = status === 'pending' ? position.entry : (at.tick?.price ?? position.entry);
  const checked = checkStops({ stopLoss, takeProfit }, { side, price, priceTick: at.contract.priceTick });
  if (!checked.ok) return { kind: 'refused', code: checked.code, params: checked.params };
  changeDeal(deal, { stopLoss, takeProfit, ...changedNow(deal, input.arrivedMs) });
  return done(deal, new RowsOfCommand(balances));
}

/** Cancels a pending order. */
export function cancelDeal(state: ContractState, input: ByUser<CancelCommand>, { balances }: DecisionContext): Result {
  const found = findOwn(state, input, 'pending');
  if (!found.ok) return { kind: 'refused', code: found.code };
  const missingAccounts = missingOf(balances, [ownAccount(input.userId)]);
  if (missingAccounts.length > 0) return { kind: 'deferred', missingAccounts };
  const rows = new RowsOfCommand(balances);
  cancelPending(state, found.value, { cause: 'user', atMs: input.atMs, rows });
  return done(found.value, rows);
}

/** Cancels all pending orders of a user. */
export function cancelAllDeals(
  state: ContractState,
  { userId, atMs }: ByUser<ContractCommand>,
  { balances }: DecisionContext,
): Result {
  const missingAccounts = missingOf(balances, [ownAccount(userId)]);
  if (missingAccounts.length > 0) return { kind: 'deferred', missingAccounts };
  const rows = new RowsOfCommand(balances);
  const pending = [...(state.byUser.get(userId) ?? [])].filter(({ status }) => status === 'pending');
  for (const deal of pending) cancelPending(state, deal, { cause: 'user', atMs, rows });
  const answer = { cancelled: pending.length };
  return rows.done(answer, answer);
}

type Cancelling = {
  readonly cause: 'user' | 'refused' | 'expired';
  readonly atMs: number;
  readonly rows: RowsOfCommand;
};

/** Ends a pending order and releases what it held. */
export function cancelPending(state: ContractState, deal: Deal, { cause, atMs, rows }: Cancelling): void {
  const { position } = deal;
  rows.post(postPendingRelease(partyOf(state, deal), costOf(position)));
  removeDeal(state, deal);
  const ended = { ...position, margin: ZERO, openFee: ZERO };
  Object.assign(deal, { status: 'cancelled', cause, closedAtMs: atMs, position: ended });
  rows.change(deal);
}

/** Adds margin, also while the market is closed. */
export function addDealMargin(
  state: ContractState,
  input: ByUser<AddMarginCommand>,
  { balances }: DecisionContext,
): Result {
  const found = findOwn(state, input, 'open');
  if (!found.ok) return { kind: 'refused', code: found.code };
  const deal = found.value;
  const account = ownAccount(input.userId);
  const available = balances.of(account)?.available;
  if (available === undefined) return { kind: 'deferred', missingAccounts: [account] };
  const added = addMargin(deal.position, input.command.amount, available);
  if (!added.ok) return { kind: 'refused', code: added.code, params: added.params };
  const rows = new RowsOfCommand(balances);
  rows.post(postMarginAdded(changeParty(state, deal, input), input.command.amount));
  changeDeal(deal, { position: added.value, ...changedNow(deal, input.arrivedMs) });
  return done(deal, rows);
}

/** Removes margin at its tick, down to what must stay. */
export function removeDealMargin(
  state: ContractState,
  input: ByUser<RemoveMarginCommand>,
  { balances, facts }: DecisionContext,
): Result {
  const found = findOwn(state, input, 'open');
  if (!found.ok) return { kind: 'refused', code: found.code };
  const deal = found.value;
  const { at } = deal;
  const tick = tickFor(at, facts, input);
  if (tick === undefined) return { kind: 'waiting' };
  const missingAccounts = missingOf(balances, [ownAccount(input.userId)]);
  if (missingAccounts.length > 0) return { kind: 'deferred', missingAccounts };
  const rules = contractRules(facts, at.market, input.command.country);
  const removed = removeMargin(deal.position, input.command.amount, { now: nowAt(at, tick), rules });
  if (!removed.ok) return { kind: 'refused', code: removed.code, params: removed.params };
  const rows = new RowsOfCommand(balances);
  rows.post(postMarginRemoved(changeParty(state, deal, input), input.command.amount));
  changeDeal(deal, { position: removed.value, ...changedBy(tick) });
  return done(deal, rows);
}

/** A change of margin has a ref of its own, because there may be many. */
const changeParty = (state: ContractState, deal: Deal, { id }: { readonly id: bigint }) => ({
  ...partyOf(state, deal),
  ref: `${deal.id}:${id}`,
});

import { type Decision, expectDefined, refuse } from '@app/base';
import {
  type ContractRules,
  checkStops,
  contractRules,
  isSeriesOpen,
  type OpenContext,
  type OpeningCost,
  openingPrice,
  openingRules,
  openPosition,
  type Position,
  phaseAt,
  placeLimit,
  postOpening,
  postPendingHold,
} from '@app/domain/contract';
import { type Amount, add, max, ZERO } from '@app/money';
import type { RefusalCode } from '@app/protocol';
import type { Outcome } from '../../../engine/product.ts';
import { checkOwnLimits } from '../../limits/index.ts';
import { type OpenedOrder, openReceipt } from '../receipts.ts';
import type { ByUser, OpenCommand } from './commands.ts';
import type { ContractFacts } from './contract-facts.ts';
import type { ContractMarketState, ContractRows, ContractState, Deal, IndexTick } from './contract-state.ts';
import {
  addDeal,
  CURRENCY,
  type DecisionContext,
  missingOf,
  ownAccount,
  platformAccounts,
  withoutDeal,
} from './deals.ts';
import { exposureOf } from './exposure-of.ts';
import { changedBy, classOf, nowAt, quoteAt, tickFor } from './market-price.ts';
import { RowsOfCommand } from './rows-of-command.ts';
import { newDeal, toWire } from './stored-deal.ts';

/** Opens a position at its tick, or leaves an order with a limit pending. Changes nothing until every check has passed. */
export function openDeal(
  state: ContractState,
  input: ByUser<OpenCommand>,
  context: DecisionContext,
): Outcome<ContractRows> {
  const { command, userId } = input;
  const at = state.markets.get(command.market);
  const closed = checkMarket(at, { ...input, series: command.series }, context.facts);
  if (at === undefined || closed !== undefined) return { kind: 'refused', code: closed ?? 'not_found' };
  const tick = tickFor(at, context.facts, input);
  if (tick === undefined || context.facts.isLate) return { kind: 'waiting' };
  const missingAccounts = missingOf(context.balances, [ownAccount(userId), ...Object.values(platformAccounts(state))]);
  if (missingAccounts.length > 0) return { kind: 'deferred', missingAccounts };
  const openContext = openContextOf(state, at, tick, { ...input, country: command.country, context });
  if (openContext === undefined) return { kind: 'waiting' };
  const decision = decideOpening(state, { at, tick, openContext }, input, context);
  if (!decision.ok) return { kind: 'refused', code: decision.code, params: decision.params };
  const rows = new RowsOfCommand(context.balances);
  const key = expectDefined(input.key, 'the key of an order');
  const deal = newDeal({
    id: input.id,
    userId,
    at,
    position: decision.value.position,
    termsVersion: context.facts.terms.version,
    series: command.series,
    limit: command.limit,
    atMs: input.arrivedMs,
    stopLoss: command.stopLoss,
    takeProfit: command.takeProfit,
    status: decision.value.isPending ? 'pending' : 'open',
    openedAtMs: decision.value.isPending ? undefined : input.atMs,
    fees: decision.value.isPending ? ZERO : decision.value.position.openFee,
    ...changedBy(tick),
  });
  if (decision.value.isPending) rows.post(postPendingHold(partyOf(state, deal), costOf(deal.position)));
  else {
    rows.post(postOpening(partyOf(state, deal), costOf(deal.position)));
    const order = orderOf(deal, { kind: command.limit === undefined ? 'market' : 'limit', input, at });
    issueOpenReceipt(state, deal, { tick, order, atMs: input.atMs, facts: context.facts, rows });
  }
  addDeal(state, deal);
  rows.place(deal, key);
  return rows.done(toWire(deal), { deal: String(deal.id) });
}

/** Refuses what no tick can change: a market without contracts, or one in which nothing is opened now. */
export function checkMarket(
  at: ContractMarketState | undefined,
  { atMs, series }: { readonly atMs: number; readonly series: string | undefined },
  { isOn, halted, series: schedule }: ContractFacts,
): RefusalCode | undefined {
  if (at === undefined || !at.market.products.includes('contract')) return 'not_found';
  const { id, hours } = at.market;
  if (series !== undefined && !isSeriesOpen(series, atMs, schedule, id)) return 'not_found';
  const isClosed = phaseAt(at.session, atMs, hours) === 'closed';
  return !isOn || halted.has(id) || isClosed ? 'market_closed' : undefined;
}

type Opening = {
  readonly userId: bigint;
  readonly atMs: number;
  readonly country: string | undefined;
  readonly context: Pick<DecisionContext, 'balances' | 'facts'>;
  /** A pending order that opens, or a position that is reversed, with what it frees. */
  readonly except?: Deal;
  readonly freed?: Amount;
};

/** Returns the state at the moment of an opening; undefined while the sums of the market are not known. */
export function openContextOf(
  state: ContractState,
  at: ContractMarketState,
  tick: IndexTick,
  { userId, atMs, country, context: { balances, facts }, except, freed = ZERO }: Opening,
): OpenContext | undefined {
  const sums = withoutDeal(except, () => ({
    exposure: exposureOf(state, at, tick, { userId, balances, except }),
    openInterest: openInterest(at, tick),
  }));
  if (sums.exposure === undefined) return undefined;
  const terms = shareTerms(state, facts);
  const rules: ContractRules = { ...contractRules(facts, at.market, country), terms };
  const available = balances.of(ownAccount(userId))?.available ?? ZERO;
  return {
    market: at.contract,
    rules: openingRules(rules, { openInterest: sums.openInterest, hours: at.market.hours, atMs }),
    now: nowAt(at, tick),
    exposure: sums.exposure,
    available: add(available, freed),
  };
}

/** Returns the terms in force as the object that all positions of their version share. */
function shareTerms({ terms }: ContractState, { terms: { version, value } }: ContractFacts) {
  const shared = terms.get(version) ?? value;
  terms.set(version, shared);
  return shared;
}

/** Returns the larger of long and short notional. */
const openInterest = ({ open }: ContractMarketState, { price }: IndexTick): Amount => {
  const ofSize = (size: Amount) => ((size * price) / 10n ** 18n) as Amount; // Exact: sizes and prices lie on their steps.
  return max(ofSize(open.long), ofSize(open.short));
};

type Decided = { readonly position: Position; readonly isPending: boolean };

function decideOpening(
  state: ContractState,
  { at, tick, openContext }: { at: ContractMarketState; tick: IndexTick; openContext: OpenContext },
  { command, userId, atMs }: ByUser<OpenCommand>,
  { facts }: DecisionContext,
): Decision<Decided, RefusalCode> {
  const { side, lots, leverage, limit } = command;
  const own = state.byUser.get(userId)?.size ?? 0;
  if (own >= facts.positionsMax) return refuse('too_many_positions', { maximum: String(facts.positionsMax) });
  const request = { side, lots, leverage };
  const quote = quoteAt(facts, at, tick);
  const placed =
    limit === undefined
      ? openedOnly(openPosition(request, openingPrice(side, quote), openContext))
      : placeLimit(request, limit, openContext);
  if (!placed.ok) return placed;
  const isPending = placed.value.kind === 'resting';
  const price = isPending && limit !== undefined ? limit : tick.price;
  const stops = checkStops(command, { side, price, priceTick: at.contract.priceTick });
  if (!stops.ok) return stops;
  const position =
    placed.value.kind === 'opened' ? placed.value.position : pendingPosition(command, placed.value.held, openContext);
  const allowed = checkOwnLimits(facts, { userId, atMs, amount: position.margin });
  return allowed.ok ? { ok: true, value: { position, isPending } } : allowed;
}

const openedOnly = (decision: ReturnType<typeof openPosition>) =>
  decision.ok ? { ok: true as const, value: { kind: 'opened' as const, position: decision.value } } : decision;

/** Returns what a pending order would open at its limit, with what is held for it. */
const pendingPosition = (
  { side, lots, leverage, limit }: OpenCommand,
  held: OpeningCost,
  { market, rules, now }: OpenContext,
): Position => ({
  side,
  market,
  lots,
  leverage,
  entry: expectDefined(limit, 'the limit of a pending order'),
  margin: held.margin,
  openFee: held.fee,
  overnightSince: now.overnightIndex,
  overnightCharged: ZERO,
  terms: rules.terms,
});

export const partyOf = ({ mode }: Pick<ContractState, 'mode'>, { id, userId }: Deal) => ({
  ref: String(id),
  userId,
  mode,
  currency: CURRENCY,
});

/** Returns margin and opening fee of a position, or what its pending order holds. */
export const costOf = ({ margin, openFee }: Position): OpeningCost => ({ margin, fee: openFee });

type Ordered = {
  readonly kind: OpenedOrder['kind'];
  readonly input: { readonly arrivedMs: number };
  readonly at: ContractMarketState;
};

/** Describes an order that opens at once. It waited for the first valid tick after the one that was known when it came. */
const orderOf = ({ limit, changedSeq }: Deal, { kind, input }: Ordered): OpenedOrder => ({
  kind,
  limit,
  afterSeq: changedSeq - 1,
  atMs: input.arrivedMs,
});

type Issuing = {
  readonly tick: IndexTick;
  readonly order: OpenedOrder;
  readonly atMs: number;
  readonly facts: ContractFacts;
  readonly rows: RowsOfCommand;
};

/** Issues the receipt of an opened position, the first of its chain. */
export function issueOpenReceipt(
  { mode }: ContractState,
  deal: Deal,
  { tick, order, atMs, facts, rows }: Issuing,
): void {
  const { at, id, series, position } = deal;
  const { receipt, chain } = openReceipt(
    {
      mode,
      market: at.market,
      multiplier: at.market.multiplier,
      tick,
      terms: { version: deal.termsVersion, value: position.terms },
      class: classOf(facts, at),
      chain: deal.chain,
      atMs,
    },
    { id, series, position, order },
  );
  deal.chain = chain;
  rows.receipt(receipt);
  rows.fee({ userId: deal.userId, fee: position.openFee, atMs });
}

import { expectDefined } from '@app/base';
import {
  closePosition,
  deliverPosition,
  fillPending,
  isLiquidated,
  LOT_STEP,
  limitFillPrice,
  liquidatePart,
  liquidationStep,
  postOpening,
  splitPosition,
} from '@app/domain/contract';
import type { AccountName } from '@app/domain/ledger';
import { add } from '@app/money';
import { isLongRun } from '../../../engine/pace.ts';
import type { Input, Outcome } from '../../../engine/product.ts';
import { checkOwnLimits } from '../../limits/index.ts';
import { overnightReceipt } from '../receipts.ts';
import { applyTicks, isBusy } from './apply-tick.ts';
import { cancelPending } from './change-deals.ts';
import type { RunCommand } from './commands.ts';
import type { ContractMarketState, ContractRows, ContractState, Deal, Run, RunItem } from './contract-state.ts';
import { changeDeal, type DecisionContext, missingOf, ownAccount, platformAccounts } from './deals.ts';
import { changedBy, classOf, nowAt, quoteAt } from './market-price.ts';
import { costOf, issueOpenReceipt, openContextOf, partyOf } from './open-deal.ts';
import { RowsOfCommand } from './rows-of-command.ts';
import { type Ending, settleDeal } from './settle-deal.ts';

/** What a chunk works with. */
type Chunk = DecisionContext & { readonly rows: RowsOfCommand; readonly atMs: number };

/** Returns the accounts that the next chunk of a market's run touches. */
export const runAccounts = (state: ContractState, at: ContractMarketState | undefined): readonly AccountName[] => [
  ...Object.values(platformAccounts(state)),
  ...(at?.run?.items.slice(0, state.chunk).map(({ deal }) => ownAccount(deal.userId)) ?? []),
];

/**
 * Does the next part of what ticks do to a market, and goes on in the next batch until nothing waits. A deal whose user's
 * account is locked elsewhere stays for the next part; later ticks of the market wait for it.
 */
export function runMarket(
  state: ContractState,
  { command, atMs }: Input<RunCommand>,
  context: DecisionContext,
): Outcome<ContractRows> {
  const at = state.markets.get(command.market);
  const rows = new RowsOfCommand(context.balances);
  if (at === undefined) return rows.done(null, null);
  if (context.facts.isLate) return { kind: 'waiting' };
  const missingAccounts = missingOf(context.balances, Object.values(platformAccounts(state)));
  if (missingAccounts.length > 0) return { kind: 'deferred', missingAccounts };
  applyTicks(at, context.facts);
  const { run } = at;
  if (run === undefined) return rows.done(null, null);
  const next = run.items.slice(0, state.chunk);
  const busy = missingOf(
    context.balances,
    next.map(({ deal }) => ownAccount(deal.userId)),
  );
  const isStuck = run.hasBegun && busy.length > 0 && busy.length === next.length;
  if (isStuck) return { kind: 'deferred', missingAccounts: busy };
  if (!run.hasBegun) beginRun(state, at, run, { ...context, rows, atMs });
  const kept: RunItem[] = [];
  for (const item of next) {
    if (context.balances.of(ownAccount(item.deal.userId)) === undefined) kept.push(item);
    else {
      runItem(state, run, item, { ...context, rows, atMs });
      run.deals.delete(item.deal);
    }
  }
  run.items.splice(0, next.length);
  run.items.push(...kept);
  if (run.items.length === 0) at.run = undefined;
  if (at.run === undefined) applyTicks(at, context.facts);
  return rows.done(null, null, {
    continues: isBusy(at),
    isLong: isLongRun(at.run?.items.length ?? 0, state.chunk),
  });
}

/** Stores session and nights of a tick, before anything else of it. */
function beginRun(state: ContractState, at: ContractMarketState, run: Run, chunk: Chunk): void {
  const { tick } = run;
  const { facts, nextId, rows, atMs } = chunk;
  const own = classOf(facts, at);
  for (const night of run.nights) {
    const id = nextId();
    const { receipt, chain } = overnightReceipt(
      { mode: state.mode, market: at.market, tick, class: own, chain: at.overnightChain, atMs },
      { id, day: night.day, indexBefore: night.before, indexAfter: night.after },
    );
    at.overnightChain = chain;
    const { overnightRate: rate } = own.value;
    rows.night({ id, market: at.market.id, night, tick, rate, classes: own.version, chain, atMs });
    rows.receipt(receipt);
  }
  at.chargeDays = [
    ...at.chargeDays,
    ...run.nights.flatMap(({ day, before, after }) => (after > before ? { day, index: after } : [])),
  ];
  run.nights = [];
  run.hasBegun = true;
  at.runSeq = tick.seq;
  at.runPrice = tick.price;
  const { market, session, overnight } = at;
  rows.market({ market, runSeq: tick.seq, runPrice: tick.price, session, overnight });
}

function runItem(state: ContractState, { tick }: Run, item: RunItem, chunk: Chunk): void {
  const { deal, act } = item;
  const { rows, atMs } = chunk;
  if (act === 'expire') cancelPending(state, deal, { cause: 'expired', atMs, rows });
  else if (act === 'fill') fillDeal(state, deal, tick, chunk);
  else if (act === 'stop' || act === 'profit') fire(deal, act, { tick, rows });
  else {
    const changed = { seq: deal.changedSeq, ms: deal.changedMs };
    settleDeal(state, deal, { ...endingOf(item, tick, chunk), tick, atMs, changed }, chunk);
    if (act === 'close') liquidateRest(state, deal, { tick, atMs, changed }, chunk);
  }
}

/** Liquidates what a partial close leaves insolvent: who closes a little at every tick finds no shelter in it. */
function liquidateRest(
  state: ContractState,
  deal: Deal,
  ending: Pick<Ending, 'tick' | 'atMs' | 'changed'>,
  chunk: Chunk,
): void {
  const { tick } = ending;
  if (deal.status !== 'open' || !isLiquidated(deal.position, nowAt(deal.at, tick))) return;
  settleDeal(state, deal, { ...endingOf({ deal, act: 'liquidate' }, tick, chunk), ...ending }, chunk);
}

/** Fires a stop-loss or take-profit: the next tick fills it. Its last change stays the user's, which it was fired after. */
function fire(deal: Deal, act: 'stop' | 'profit', { tick, rows }: { tick: Run['tick']; rows: RowsOfCommand }): void {
  const { seq, price, block } = tick;
  const closingLots = deal.position.lots;
  changeDeal(deal, { status: 'closing', cause: act, closingLots, trigger: { seq, price, block } });
  rows.change(deal);
}

/** Returns what ends of a position at a tick, and how. */
function endingOf(
  { deal, act }: RunItem,
  tick: Run['tick'],
  { facts }: Chunk,
): Pick<Ending, 'cause' | 'part' | 'rest' | 'settlement'> {
  const { at, position } = deal;
  const quote = quoteAt(facts, at, tick);
  const now = nowAt(at, tick);
  if (act === 'deliver')
    return { cause: 'delivery', part: position, rest: undefined, settlement: deliverPosition(position, now) };
  if (act === 'liquidate') return liquidationOf(deal, tick, { facts });
  const split = splitClosing(deal, { quote, overnightIndex: now.overnightIndex });
  const cause = deal.cause === 'stop' || deal.cause === 'profit' ? deal.cause : 'user';
  return { cause, ...split, settlement: closePosition(split.part, quote, now.overnightIndex) };
}

function liquidationOf({ at, position }: Deal, tick: Run['tick'], { facts }: Pick<Chunk, 'facts'>) {
  const quote = quoteAt(facts, at, tick);
  const now = nowAt(at, tick);
  const split = liquidationStep(position, now, quote, facts);
  const settlement = liquidatePart(split.part, quote, now.overnightIndex);
  return { cause: 'liquidation', ...split, settlement } as const;
}

/** Splits off the lots that were ordered to be closed. They were checked then, so that no rest is too small now. */
function splitClosing(
  deal: Deal,
  exit: { quote: ReturnType<typeof quoteAt>; overnightIndex: Deal['position']['entry'] },
) {
  const lots = expectDefined(deal.closingLots, 'lots to close');
  const split = splitPosition(deal.position, lots, { ...exit, lotsMin: LOT_STEP });
  if (!split.ok) throw new Error(`lots that cannot be closed: ${split.code}`); // Checked when the close was ordered.
  return split.value;
}

/** No country: the user's own limit of leverage was checked when the order was placed. */
const CHECKED_WHEN_PLACED = '';

/** Opens the position of a pending order that a tick has reached, or cancels it if it may not be opened any more. */
function fillDeal(state: ContractState, deal: Deal, tick: Run['tick'], chunk: Chunk): void {
  const { rows, atMs, facts } = chunk;
  const { at, userId, side, position, changedSeq } = deal;
  const limit = expectDefined(deal.limit, 'the limit of a pending order');
  const quote = quoteAt(facts, at, tick);
  const order = { side, limit, placedAfter: changedSeq };
  const price = expectDefined(limitFillPrice(order, { tick: tick.seq, index: tick.price }, quote), 'a limit reached');
  const held = costOf(position);
  const openContext = openContextOf(state, at, tick, {
    userId,
    atMs: tick.atMs,
    country: CHECKED_WHEN_PLACED,
    context: { balances: rows.balances, facts },
    except: deal,
    freed: add(held.margin, held.fee),
  });
  const request = { side, lots: position.lots, leverage: position.leverage };
  const isOffered = at.market.products.includes('contract');
  const isOn = facts.isOn && isOffered && !facts.halted.has(at.market.id);
  const opened = isOn && openContext !== undefined ? fillPending(request, { limit, price }, openContext) : undefined;
  const isAllowed = opened?.ok === true && checkOwnLimits(facts, { userId, atMs, amount: opened.value.margin }).ok;
  if (opened?.ok !== true || !isAllowed) {
    cancelPending(state, deal, { cause: 'refused', atMs, rows });
    return;
  }
  rows.post(postOpening(partyOf(state, deal), costOf(opened.value), held));
  changeDeal(deal, {
    status: 'open',
    position: opened.value,
    termsVersion: facts.terms.version,
    openedAtMs: atMs,
    fees: opened.value.openFee,
    ...changedBy(tick),
  });
  const ordered = { kind: 'limit', limit, afterSeq: changedSeq, atMs: deal.atMs } as const;
  issueOpenReceipt(state, deal, { tick, order: ordered, atMs, facts, rows });
  rows.change(deal);
}

import { countTick, deliversAtMs, nextOvernightIndex, phaseAt } from '@app/domain/contract';
import type { ContractConfig } from './contract-facts.ts';
import type { ContractMarketState, Deal, IndexTick, Night, RunAct, RunItem } from './contract-state.ts';
import { actsOn, watchAgain } from './deals.ts';
import { classOf } from './market-price.ts';

/** Most positions whose part of the stress sums one tick counts again. */
const STRESS_SLICE = 2_000;

/**
 * Applies the ticks that wait, oldest first, up to one that has an effect: its run has to be done before the next tick.
 * A tick without an effect costs nothing more.
 */
export function applyTicks(at: ContractMarketState, config: ContractConfig): void {
  while (at.run === undefined) {
    const tick = at.waiting.shift();
    if (tick === undefined) return;
    applyTick(at, tick, config);
  }
}

/** Whether the market has a run, or ticks that wait for one. */
export const isBusy = ({ run, waiting }: ContractMarketState): boolean => run !== undefined || waiting.length > 0;

function applyTick(at: ContractMarketState, tick: IndexTick, config: ContractConfig): void {
  const { market, stress } = at;
  const hasBegun = tick.seq <= at.runSeq; // Before a reload: session and nights are stored already.
  const counted = hasBegun
    ? { session: at.session, phase: phaseAt(at.session, tick.atMs, market.hours) }
    : countTick(at.session, tick.atMs, market.hours, config.reopeningTicks);
  const isCounted = counted.session !== at.session;
  at.session = counted.session;
  at.tick = tick;
  at.isOpen = counted.phase === 'open';
  const isFirst = at.overnight.day === undefined && counted.phase !== 'closed';
  const nights = hasBegun || counted.phase === 'closed' ? [] : nightsOf(at, tick, config);
  if (stress.follow(tick.price, config.stressRate)) stress.rebuildSlice(STRESS_SLICE);
  const items = at.isOpen ? itemsOf(at, tick) : [];
  if (!isCounted && !isFirst && nights.length === 0 && items.length === 0) return;
  at.run = { tick, nights, hasBegun, items, deals: new Set(items.map(({ deal }) => deal)) };
}

const DAY_MS = 86_400_000;
const dayOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);

/**
 * Moves the overnight index by every night since the last one. The first tick at or after 00:00 UTC has the price of the
 * night; nights that had no tick of their own have the price of the next one.
 */
function nightsOf(at: ContractMarketState, { atMs, price }: IndexTick, config: ContractConfig): readonly Night[] {
  const today = dayOf(atMs);
  const { day: last, index } = at.overnight;
  if (last === undefined) {
    at.overnight = { day: today, index };
    return [];
  }
  const { overnightRate } = classOf(config, at).value;
  const nights: Night[] = [];
  let before = index;
  for (let dayMs = Date.parse(last) + DAY_MS; dayOf(dayMs) <= today; dayMs += DAY_MS) {
    const after = nextOvernightIndex(before, price, overnightRate);
    nights.push({ day: dayOf(dayMs), before, after });
    before = after;
  }
  if (nights.length > 0) at.overnight = { day: today, index: before };
  return nights;
}

const byId = (one: Deal, other: Deal) => (one.id < other.id ? -1 : 1);

/** Returns the deals whose day of delivery has come. */
const dueDeals = ({ series }: ContractMarketState, { atMs, sealedMs }: IndexTick): Deal[] =>
  [...series]
    .filter(([day]) => deliversAtMs(day) <= atMs)
    .flatMap(([, deals]) => [...deals].filter(({ changedMs }) => changedMs < sealedMs));

/**
 * Returns what a valid tick does to the deals of its market: deliveries, ordered closes, liquidations, fired stops and
 * pending orders that are reached, each by age. The order depends on the deals only.
 */
function itemsOf(at: ContractMarketState, tick: IndexTick): RunItem[] {
  const due = dueDeals(at, tick);
  const delivered = new Set(due);
  const closing = [...at.closing].filter((deal) => !delivered.has(deal) && actsOn(tick, deal));
  const crossed = at.triggers.crossed(tick.price, at.overnight.index);
  const reached = (deals: readonly Deal[]) =>
    deals.filter((deal) => {
      const isReached = actsOn(tick, deal) && !delivered.has(deal);
      if (!isReached) watchAgain(deal);
      return isReached;
    });
  const items = (act: RunAct, deals: readonly Deal[]): RunItem[] => deals.map((deal) => ({ deal, act }));
  return [
    ...due.sort(byId).map((deal): RunItem => ({ deal, act: deal.status === 'pending' ? 'expire' : 'deliver' })),
    ...items('close', closing.sort(byId)),
    ...items('liquidate', reached(crossed.liquidations)),
    ...items('stop', reached(crossed.stops)),
    ...items('profit', reached(crossed.profits)),
    ...items('fill', reached(crossed.pending)),
  ];
}

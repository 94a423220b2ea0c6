import type { Tick } from '@app/domain/market';
import { SOURCES } from '@app/domain/market';
import type { Ticks } from '../../../engine/product.ts';
import { needsFunding } from './fund-ladder.ts';
import { makeLadder } from './ladder.ts';
import type { SpotCommand } from './spot-commands.ts';
import type { SpotSettings } from './spot-facts.ts';
import { type IndexTick, isTraded, type Ladder, type SpotMarketState, type SpotState } from './spot-state.ts';

const SIMULATED = new Set<number>(SOURCES.flatMap(({ id, isSimulated }) => (isSimulated ? [id] : [])));

/**
 * Applies new index prices, the newest of each market. Rebuilds the market's ladder and returns a sweep if it crosses
 * resting orders.
 */
export function onTicks(state: SpotState, batches: readonly Ticks[], settings: SpotSettings): readonly SpotCommand[] {
  return [...newestOf(batches).values()].flatMap(({ tick, block }): SpotCommand[] => {
    const marketState = state.markets.get(tick.market);
    if (marketState === undefined || !isTraded(marketState) || tick.seq <= (marketState.tick?.seq ?? 0)) return [];
    marketState.tick = toIndex(tick, block);
    marketState.ladder = mayQuote(state, marketState, settings)
      ? makeLadder(marketState, marketState.tick, { rules: settings.ladder, mode: state.mode })
      : undefined;
    marketState.isChanged = true;
    const market = marketState.market.id;
    if (state.mode === 'demo' && needsFunding(marketState, marketState.tick, settings.demoFunding))
      return [{ name: 'fund', market }];
    return crosses(marketState, marketState.ladder) ? [{ name: 'sweep', market }] : [];
  });
}

function newestOf(batches: readonly Ticks[]): ReadonlyMap<number, { tick: Tick; block: number }> {
  const newest = new Map<number, { tick: Tick; block: number }>();
  for (const { block, ticks } of batches) for (const tick of ticks) newest.set(tick.market, { tick, block });
  return newest;
}

/** Returns the sweeps that reached their limit and must continue. */
export function unfinishedSweeps({ markets }: SpotState): readonly SpotCommand[] {
  const unfinished = [...markets.values()].filter(({ sweepPending }) => sweepPending);
  return unfinished.map((marketState) => {
    marketState.sweepPending = false;
    return { name: 'sweep', market: marketState.market.id };
  });
}

const toIndex = ({ price, seq, atMs, sources }: Tick, block: number): IndexTick => ({
  price,
  seq,
  atMs,
  block,
  isSimulated: sources.some(({ source }) => SIMULATED.has(source)),
});

/** Whether the house may quote: never real money at simulated prices, nor in a halted market. */
function mayQuote(
  { mode }: SpotState,
  { tick, market, inventory }: SpotMarketState,
  { halted, rules }: SpotSettings,
): boolean {
  const isMadeUp = mode === 'real' && tick?.isSimulated !== false;
  const hasSomething = inventory.base > 0n || inventory.quote > 0n;
  return hasSomething && !isMadeUp && rules.isOn && !halted.has(market.id);
}

function crosses({ book }: SpotMarketState, ladder: Ladder | undefined): boolean {
  if (ladder === undefined) return false;
  const bid = book.best('buy') ?? 0;
  const ask = book.best('sell') ?? Number.POSITIVE_INFINITY;
  return (ladder.asks[0]?.price ?? Number.POSITIVE_INFINITY) <= bid || (ladder.bids[0]?.price ?? 0) >= ask;
}

import { priceOf } from '@app/domain/spot';
import type { HouseLevel, PriceLevel, Side } from '@app/matching';
import { type Amount, formatDecimal } from '@app/money';
import { TRADES_MAX } from '@app/protocol/socket';
import type { BusMessage } from '../../../engine/product.ts';
import { toWireOrder } from '../wire-order.ts';
import { freshLadder, type SpotSettings } from './spot-facts.ts';
import type { FillRow, Ladder, SpotMarketState, SpotOrder, SpotRows, SpotState, Trade } from './spot-state.ts';

/** As many as the house offers by itself. */
const LEVELS_SHOWN = 30;

const REPEAT_MS = 1_000;

/**
 * Returns depth and trades of every order book that changed, or was not published for a second: a lost message costs no
 * more than that.
 */
export function bookUpdates(state: SpotState, nowMs: number, { freshness }: SpotSettings): readonly BusMessage[] {
  const updates: BusMessage[] = [];
  for (const marketState of state.markets.values()) {
    if (!marketState.isChanged && Math.abs(nowMs - marketState.lastPublishedMs) < REPEAT_MS) continue;
    Object.assign(marketState, { isChanged: false, lastPublishedMs: nowMs });
    state.updateSeq = laterOf(state.updateSeq + 1n, BigInt(nowMs) * 1_000n); // Monotonic across restarts.
    const ladder = freshLadder(state, marketState, { nowMs, freshness });
    updates.push({
      subject: `book.${state.mode}.${marketState.market.id}`,
      message: { seq: String(state.updateSeq), depth: depthOf(marketState, ladder, nowMs), trades: marketState.trades },
    });
  }
  return updates;
}

const laterOf = (a: bigint, b: bigint) => (a > b ? a : b);

const depthOf = (marketState: SpotMarketState, ladder: Ladder | undefined, nowMs: number) => ({
  at: nowMs,
  bids: levelsOf(marketState, 'buy', ladder?.bids ?? []),
  asks: levelsOf(marketState, 'sell', ladder?.asks ?? []),
});

/**
 * Returns order and house levels together, best first. House levels that cross resting orders are not shown, because
 * those orders will match them.
 */
function levelsOf(marketState: SpotMarketState, side: Side, house: readonly HouseLevel[]): [string, string][] {
  const opposite = marketState.book.best(side === 'buy' ? 'sell' : 'buy');
  const isApart = (price: number) => opposite === undefined || (side === 'buy' ? price < opposite : price > opposite);
  const lots = new Map<number, number>();
  const add = ({ price, lots: more }: PriceLevel) => lots.set(price, (lots.get(price) ?? 0) + more);
  marketState.book.levels(side, LEVELS_SHOWN).forEach(add);
  for (const { price, open } of house) if (open > 0 && isApart(price)) add({ price, lots: open });
  const best = [...lots].sort(([a], [b]) => (side === 'buy' ? b - a : a - b)).slice(0, LEVELS_SHOWN);
  return best.map(([price, count]) => [
    formatDecimal(priceOf(marketState.market, price)),
    formatDecimal((marketState.market.lot * BigInt(count)) as Amount), // Sum of many orders; may exceed one order's maximum.
  ]);
}

/** Records trades after their commit: before it they must not be visible. */
export function noteTrades(state: SpotState, fills: readonly FillRow[]): void {
  const byMarket = Map.groupBy(fills, ({ market }) => market.id);
  for (const [market, own] of byMarket) {
    const marketState = state.markets.get(market);
    if (marketState === undefined) continue;
    marketState.trades = [...own.map(tradeOf).reverse(), ...marketState.trades].slice(0, TRADES_MAX);
    marketState.isChanged = true;
  }
}

const tradeOf = ({ id, price, quantity, side, taker, maker, atMs }: FillRow): Trade => ({
  id: String(id),
  price: formatDecimal(price),
  quantity: formatDecimal(quantity),
  side,
  at: atMs,
  isHouse: taker === undefined || maker === undefined,
});

/** Returns each user's changed orders, once, in their current state. */
export function orderUpdates(state: SpotState, rows: readonly SpotRows[]): readonly BusMessage[] {
  const orders = new Set<SpotOrder>(rows.flatMap(({ placed, changed }) => [...placed, ...changed]));
  const byUser = Map.groupBy(orders, ({ owner }) => owner);
  return [...byUser].map(([userId, own]) => ({
    subject: `push.${userId}.${state.mode}`,
    message: {
      channel: 'orders',
      ...state.pushNumbers.next(userId),
      data: { orders: own.map((it) => toWireUpdate(state, it)) },
    },
  }));
}

function toWireUpdate({ markets }: SpotState, order: SpotOrder) {
  const marketState = markets.get(order.market);
  return marketState && toWireOrder(order, marketState.market);
}

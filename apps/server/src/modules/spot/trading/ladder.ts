import type { Mode } from '@app/domain/ledger';
import type { LadderRules } from '@app/domain/spot';
import type { HouseLevel, Side } from '@app/matching';
import { type Amount, formatDecimal } from '@app/money';
import { type LadderLevel, ladderQuotes } from '@app/verifier';
import type { Receipt } from '../../proof/index.ts';
import type { Versioned } from '../../reference/index.ts';
import type { FillRow, IndexTick, Ladder, SpotMarketState } from './spot-state.ts';

export function makeLadder(
  { market, inventory }: SpotMarketState,
  tick: IndexTick,
  { rules, mode }: { readonly rules: Versioned<LadderRules>; readonly mode: Mode },
): Ladder {
  const { priceTick, lot } = market;
  const { asks, bids } = ladderQuotes({ price: tick.price, ...inventory, priceTick, lot, settings: rules.value });
  const level = ({ price, lots }: LadderLevel): HouseLevel => ({ price: Number(price / priceTick), open: lots }); // tidy: not money
  return { mode, tick, inventory, rules, asks: asks.map(level), bids: bids.map(level), taken: { buy: 0, sell: 0 } };
}

/** Returns the house levels an order of this side would take. */
export const offersTo = (ladder: Ladder | undefined, side: Side): readonly HouseLevel[] =>
  ladder === undefined ? [] : side === 'buy' ? ladder.asks : ladder.bids;

/** Counts lots as taken and returns how many were taken before. `side` is the house's. */
export function takeFrom({ taken }: Ladder, side: Side, lots: number): number {
  const before = taken[side];
  taken[side] += lots;
  return before;
}

/** Returns the data needed to recompute the house's quote, besides the tick's own proof. */
export function receiptOf(
  { mode, tick, inventory, rules: { value, version } }: Ladder,
  fill: FillRow,
  taken: number,
): Receipt {
  const { market, side, price, quantity, taker } = fill;
  const order = taker ?? fill.maker;
  const toText = (amount: Amount | FillRow['price'] | LadderRules['spreadRate']) => formatDecimal(amount);
  return {
    id: fill.id,
    kind: 'spot.house_fill',
    block: tick.block,
    body: {
      rule: 'house-ladder',
      version: 1,
      book: mode,
      fill: {
        id: String(fill.id),
        market: market.id,
        symbol: market.symbol,
        side: order?.side ?? side,
        price: toText(price),
        quantity: toText(quantity),
        houseTook: taker === undefined,
      },
      tick: { market: market.id, seq: tick.seq, price: toText(tick.price), block: tick.block },
      inventory: { base: toText(inventory.base), quote: toText(inventory.quote) },
      settings: {
        version,
        levels: value.levels,
        spread_rate: toText(value.spreadRate),
        step_rate: toText(value.stepRate),
        level_worth: toText(value.levelWorth),
        inventory_max: toText(value.inventoryMax),
      },
      grid: { price_tick: toText(market.priceTick), lot: toText(market.lot) },
      taken,
    },
  };
}

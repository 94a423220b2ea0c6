import type { Mode } from '@app/domain/ledger';
import type { Market } from '@app/domain/market';
import { type LadderClass, type LadderClasses, ladderClassOf } from '@app/domain/spot';
import type { HouseLevel, Side } from '@app/matching';
import { type Amount, formatDecimal, ONE } from '@app/money';
import { type LadderLevel, type Inventory as SealedInventory, seededQuotes } from '@app/verifier';
import { hashReceipt, type Receipt } from '../../proof/index.ts';
import type { Versioned } from '../../reference/index.ts';
import type { FillRow, IndexTick, Ladder, SpotMarketState, TakenSide } from './spot-state.ts';

type LadderSource = {
  readonly rules: Versioned<LadderClasses>;
  readonly mode: Mode;
  /** What the tick's own block says the house held; undefined if it held nothing, or the block does not say. */
  readonly sealed: SealedInventory | undefined;
};

/**
 * Computes the ladder of a tick from what is sealed beside it, so that anybody can compute the same. It offers no more
 * than the house has left by now: the far end of a side is cut off, which changes no price of the rest.
 */
export function makeLadder(
  { market, inventory: left }: SpotMarketState,
  tick: IndexTick,
  { rules, mode, sealed }: LadderSource,
): Ladder | undefined {
  if (sealed === undefined) return undefined;
  const { id, priceTick, lot } = market;
  const own = { version: rules.version, value: ladderClassOf(rules.value, id) };
  const inventory = { base: sealed.base as Amount, quote: sealed.quote as Amount }; // Same eighteen decimals.
  const { price, seq } = tick;
  const { asks, bids } = seededQuotes({ market: id, seq, price, ...inventory, priceTick, lot, settings: own.value });
  return {
    mode,
    tick,
    inventory,
    rules: own,
    asks: toLevels(market, cutTo(asks, { total: left.base, perLot: () => lot })),
    // Thirty-six decimals: the cost of a lot is never rounded.
    bids: toLevels(market, cutTo(bids, { total: left.quote * ONE, perLot: ({ price }) => price * lot })),
    taken: { buy: NOTHING_TAKEN, sell: NOTHING_TAKEN },
  };
}

const NOTHING_TAKEN: TakenSide = { lots: 0, receipts: 0, lastHash: null };

/** Cuts levels, best first, down to what a total pays for. */
function cutTo(
  levels: readonly LadderLevel[],
  { total, perLot }: { readonly total: bigint; readonly perLot: (level: LadderLevel) => bigint },
): LadderLevel[] {
  const kept: LadderLevel[] = [];
  let left = total;
  for (const level of levels) {
    const affordable = left / perLot(level);
    const lots = affordable < BigInt(level.lots) ? Number(affordable) : level.lots; // tidy: not money
    if (lots > 0) kept.push({ ...level, lots });
    if (lots < level.lots) break;
    left -= perLot(level) * BigInt(lots);
  }
  return kept;
}

const toLevels = ({ priceTick }: Pick<Market, 'priceTick'>, levels: readonly LadderLevel[]): HouseLevel[] =>
  levels.map(({ price, lots }) => ({ price: Number(price / priceTick), open: lots })); // tidy: not money

/** Returns the house levels an order of this side would take. */
export const offersTo = (ladder: Ladder | undefined, side: Side): readonly HouseLevel[] =>
  ladder === undefined ? [] : side === 'buy' ? ladder.asks : ladder.bids;

/** Counts a fill's lots as taken and issues its receipt, which continues the chain of its side. */
export function issueReceipt(
  ladder: Ladder,
  fill: FillRow,
  { lots, freshness }: { readonly lots: number; readonly freshness: Versioned<number> },
): Receipt {
  const side = fill.taker === undefined ? fill.side : fill.side === 'buy' ? 'sell' : 'buy'; // The house's.
  const before = ladder.taken[side];
  const receipt = receiptOf(ladder, fill, { taken: before, freshness });
  ladder.taken[side] = {
    lots: before.lots + lots,
    receipts: before.receipts + 1,
    lastHash: hashReceipt(receipt),
  };
  return receipt;
}

/** Returns the data needed to recompute the house's quote, besides the tick's own proof. */
function receiptOf(
  { mode, tick, inventory, rules: { value, version } }: Ladder,
  fill: FillRow,
  { taken, freshness }: { readonly taken: TakenSide; readonly freshness: Versioned<number> },
): Receipt {
  const { market, side, price, quantity, taker } = fill;
  const order = taker ?? fill.maker;
  const toText = (amount: Amount | FillRow['price'] | LadderClass['spreadRate']) => formatDecimal(amount);
  return {
    id: fill.id,
    kind: 'spot.house_fill',
    block: tick.block,
    body: {
      rule: 'house-ladder',
      version: 3,
      book: mode,
      fill: {
        id: String(fill.id),
        market: market.id,
        symbol: market.symbol,
        side: order?.side ?? side,
        price: toText(price),
        quantity: toText(quantity),
        houseTook: taker === undefined,
        at: fill.atMs,
      },
      tick: { market: market.id, seq: tick.seq, price: toText(tick.price), block: tick.block },
      inventory: { base: toText(inventory.base), quote: toText(inventory.quote) },
      settings: {
        version,
        class: value.name,
        levels: value.levels,
        spread_rate: toText(value.spreadRate),
        step_rate: toText(value.stepRate),
        level_worth: toText(value.levelWorth),
        inventory_max: toText(value.inventoryMax),
        double_every: value.doubleEvery,
        growth_rate: toText(value.growthRate),
        vary_rate: toText(value.varyRate),
        renew_ticks: value.renewTicks,
      },
      grid: { price_tick: toText(market.priceTick), lot: toText(market.lot) },
      taken: taken.lots,
      freshness: { version: freshness.version, max_age_ms: freshness.value },
      chain: { place: taken.receipts, previous: taken.lastHash },
    },
  };
}

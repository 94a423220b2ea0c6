import type { Ladder, LadderInput, LadderLevel, LadderSettings } from './house-ladder.ts';
import { HASH_START, hashOn } from './seeded-hash.ts';

/** Settings of the ladder of version 3: those before it, and what makes its levels differ from one another. */
export type SeededSettings = LadderSettings & {
  /** Number of levels after which spacing, size and life of a level grow. */
  readonly doubleEvery: number;
  /** How much larger levels are, on average, each time the spacing doubles. */
  readonly growthRate: bigint;
  /** Share of a level's size that varies. */
  readonly varyRate: bigint;
  /** Number of ticks for which the nearest levels stay as they are. */
  readonly renewTicks: number;
};
export type SeededInput = Omit<LadderInput, 'settings'> & {
  readonly market: number;
  /** Number of the tick. */
  readonly seq: number;
  readonly settings: SeededSettings;
};
/** Levels of one spacing: width of their cells in price ticks, their life in ticks, and the terms of their size. */
type Group = {
  readonly width: number;
  readonly hash: number;
  readonly life: number;
  readonly fixed: bigint;
  readonly varied: bigint;
};
type Side = { readonly sign: 1 | -1; readonly from: number; readonly total: bigint };

const ONE = 10n ** 18n;
const VARIATION = 2n ** 30n;
const MOST_LOTS = BigInt(Number.MAX_SAFE_INTEGER);
/** A ladder beyond this many price ticks is not offered: hashes and places are safe integers. */
const MOST_TICKS = 2 ** 50;

/**
 * Computes the ladder of version 3, best level first. Prices are divided into cells; a cell has one level, whose price
 * and size follow from the market, the cell and a slow part of the tick's number. So levels stay where they are while
 * the index price moves. The house sells nothing once its quote reaches `inventoryMax`, and buys nothing once its base
 * is worth that much.
 */
export function seededQuotes(input: SeededInput): Ladder {
  const { price, base, quote, priceTick, lot, settings } = input;
  const unit = priceTick * ONE;
  const bid = Number((price * (ONE - settings.spreadRate)) / unit);
  const ask = Math.max(Number((price * (ONE + settings.spreadRate) + unit - 1n) / unit), bid + 1);
  if (!(bid >= 0 && ask < MOST_TICKS)) return { asks: [], bids: [] };
  const groups = groupsOf(input);
  const isSelling = quote < settings.inventoryMax;
  const isBuying = base * price < settings.inventoryMax * ONE;
  // A lot costs as many units of `priceTick * lot` as its price has ticks: what is left is never rounded.
  return {
    asks: isSelling ? fill(input, groups, { sign: 1, from: ask, total: base / lot }) : [],
    bids: isBuying ? fill(input, groups, { sign: -1, from: bid, total: (quote * ONE) / (priceTick * lot) }) : [],
  };
}

function groupsOf({ market, price, priceTick, settings }: SeededInput): readonly Group[] {
  const groups: Group[] = [];
  let worth = settings.levelWorth;
  for (let level = 0, factor = 1; level < settings.levels; level += settings.doubleEvery, factor *= 2) {
    const spacing = (price * settings.stepRate * BigInt(factor)) / (priceTick * ONE);
    const width = spacing < 1n ? 1 : 2 ** (spacing.toString(2).length - 1); // The power of two at or below it.
    groups.push({
      width,
      hash: hashOn(hashOn(HASH_START, market), width),
      life: settings.renewTicks * factor,
      fixed: worth * (ONE - settings.varyRate) * VARIATION,
      varied: worth * settings.varyRate,
    });
    worth = (worth * (ONE + settings.growthRate)) / ONE;
  }
  return groups;
}

/** Walks away from the index price, cell by cell, until levels or inventory are used up. */
function fill(
  { seq, priceTick, lot, settings }: SeededInput,
  groups: readonly Group[],
  { sign, from, total }: Side,
): LadderLevel[] {
  const levels: LadderLevel[] = [];
  const worthOfTick = VARIATION * priceTick * lot;
  let left = total;
  let lotsLeft = MOST_LOTS;
  let next = from;
  for (let level = 0; level < settings.levels; level++) {
    const group = groups[Math.floor(level / settings.doubleEvery)] as Group; // One for every level.
    let cell = Math.floor(next / group.width);
    let hash = hashOfCell(group, cell, seq);
    if ((cell * group.width + (hash % group.width) - next) * sign < 0) {
      cell += sign;
      hash = hashOfCell(group, cell, seq);
    }
    const ticks = cell * group.width + (hash % group.width);
    if (!(ticks >= 1 && ticks < MOST_TICKS)) break;
    next = sign === 1 ? (cell + 1) * group.width : cell * group.width - 1;
    const price = BigInt(ticks);
    const wanted = least((group.fixed + group.varied * variationOf(hash)) / (worthOfTick * price), lotsLeft);
    const cost = sign === 1 ? 1n : price;
    const lots = wanted * cost <= left ? wanted : left / cost;
    if (lots <= 0n) continue;
    left -= lots * cost;
    lotsLeft -= lots;
    levels.push({ price: price * priceTick, lots: Number(lots) });
  }
  return levels;
}

/** A cell keeps its level for the life of its group; cells are renewed one after the other, not all at once. */
function hashOfCell({ hash, life }: Group, cell: number, seq: number): number {
  const own = hashOn(hash, cell);
  return hashOn(own, Math.floor((seq + (own % life)) / life));
}

/** Returns the product of two numbers of sixteen bits: 2³⁰ on average, more often small than large. */
function variationOf(hash: number): bigint {
  const size = hashOn(hash, 0);
  return BigInt((size >>> 16) * (size % 65_536));
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

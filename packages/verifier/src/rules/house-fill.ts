import { failing } from '../check-blocks.ts';
import { type LadderInput, type LadderLevel, ladderQuotes } from './house-ladder.ts';

/** A trade with the house: what was traded, and all that the ladder was made of that it was traded on. */
export type HouseFill = {
  readonly rule: string;
  readonly version: number;
  readonly fill: {
    readonly id: string;
    readonly market: number;
    /** Of the one who traded with the house. */
    readonly side: string;
    readonly price: bigint;
    readonly quantity: bigint;
    /** The house came to an order that was waiting, at that order's price. */
    readonly houseTook: boolean;
  };
  readonly tick: { readonly market: number; readonly seq: number; readonly price: bigint; readonly block: number };
  readonly ladder: LadderInput;
  /** Lots of this side that were gone from the ladder before. */
  readonly taken: number;
};
export type HouseFillFinding = keyof typeof HOUSE_FILL_CHECKS;

/** More is no ladder but a way to keep its reader busy. */
const LEVELS_MAX = 1_000;

export const HOUSE_FILL_CHECKS = {
  rule: ({ rule, version }: HouseFill) => rule === 'house-ladder' && version === 1,
  market: ({ fill, tick }: HouseFill) => fill.market === tick.market,
  grid: ({ fill: { price, quantity }, ladder: { priceTick, lot } }: HouseFill) =>
    [price, quantity, priceTick, lot].every((it) => it > 0n) && price % priceTick === 0n && quantity % lot === 0n,
  settings: ({ ladder: { settings } }: HouseFill) =>
    Number.isSafeInteger(settings.levels) &&
    settings.levels <= LEVELS_MAX &&
    [settings.spreadRate, settings.stepRate].every((rate) => rate >= 0n),
  /** What was traded is what the house offered, and nobody had it before. */
  offered: (receipt: HouseFill) => levelsOf(receipt) !== undefined,
  /** Whoever comes to the house pays its price; where the house comes to an order, its own would have been no worse for it. */
  price: (receipt: HouseFill) => (levelsOf(receipt) ?? []).every((level) => isFair(receipt.fill, level.price)),
};

/** What does not hold of a trade with the house; nothing found means that the ladder of its tick offered exactly this. */
export const checkHouseFill = (
  receipt: HouseFill,
  checks: Partial<typeof HOUSE_FILL_CHECKS> = HOUSE_FILL_CHECKS,
): Promise<HouseFillFinding[]> => failing(checks, receipt);

function isFair({ side, price, houseTook }: HouseFill['fill'], level: bigint): boolean {
  if (!houseTook) return level === price;
  return side === 'buy' ? level <= price : level >= price;
}

/** The levels that the trade took from, if all of it was there. */
function levelsOf({ fill, ladder, taken }: HouseFill): readonly LadderLevel[] | undefined {
  const lots = Number(fill.quantity / ladder.lot);
  if (!(Number.isSafeInteger(taken) && taken >= 0 && ladder.settings.levels <= LEVELS_MAX)) return undefined;
  const { bids, asks } = ladderQuotes(ladder);
  const touched: LadderLevel[] = [];
  let start = 0;
  for (const level of sideOf(fill.side, { bids, asks })) {
    if (start < taken + lots && start + level.lots > taken) touched.push(level);
    start += level.lots;
  }
  return taken + lots <= start ? touched : undefined;
}

/** The house sells to whoever buys. */
function sideOf(side: string, { bids, asks }: ReturnType<typeof ladderQuotes>): readonly LadderLevel[] {
  if (side === 'buy') return asks;
  return side === 'sell' ? bids : [];
}

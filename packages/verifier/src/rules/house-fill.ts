import { failing } from '../check-blocks.ts';
import { type Ladder, type LadderInput, type LadderLevel, type LadderSettings, ladderQuotes } from './house-ladder.ts';
import { type SeededSettings, seededQuotes } from './seeded-ladder.ts';

/** Fill against the house, with all inputs of the ladder it was traded on. */
export type HouseFill = {
  readonly rule: string;
  readonly version: number;
  readonly fill: {
    readonly id: string;
    readonly market: number;
    /** Side of the house's counterparty. */
    readonly side: string;
    readonly price: bigint;
    readonly quantity: bigint;
    /** Whether the house took a resting order, at that order's price. */
    readonly houseTook: boolean;
  };
  readonly tick: { readonly market: number; readonly seq: number; readonly price: bigint; readonly block: number };
  readonly ladder: Omit<LadderInput, 'settings'> & { readonly settings: LadderSettings | SeededSettings };
  /** Lots of this side already taken from the ladder. */
  readonly taken: number;
};
export type HouseFillFinding = keyof typeof HOUSE_FILL_CHECKS;

/** More levels are not a ladder but an attempt to exhaust the verifier. */
const LEVELS_MAX = 1_000;
const ONE = 10n ** 18n;

export const HOUSE_FILL_CHECKS = {
  rule: ({ rule, version }: HouseFill) => rule === 'house-ladder' && [1, 2, 3].includes(version),
  market: ({ fill, tick }: HouseFill) => fill.market === tick.market,
  grid: ({ fill: { price, quantity }, ladder: { priceTick, lot } }: HouseFill) =>
    [price, quantity, priceTick, lot].every((it) => it > 0n) && price % priceTick === 0n && quantity % lot === 0n,
  settings: ({ ladder: { settings } }: HouseFill) =>
    Number.isSafeInteger(settings.levels) &&
    settings.levels <= LEVELS_MAX &&
    [settings.spreadRate, settings.stepRate].every((rate) => rate >= 0n) &&
    isVariation(settings),
  /** The house offered what was traded, and it had not been taken before. */
  offered: (receipt: HouseFill) => levelsOf(receipt) !== undefined,
  /**
   * A taker pays the house's price; if the house took a resting order, the house's own price was no worse for that
   * order.
   */
  price: (receipt: HouseFill) => (levelsOf(receipt) ?? []).every((level) => isFair(receipt.fill, level.price)),
};

/**
 * Returns the failed checks of a fill against the house; if there are none, the ladder of its tick offered exactly
 * this.
 */
export const checkHouseFill = (
  receipt: HouseFill,
  checks: Partial<typeof HOUSE_FILL_CHECKS> = HOUSE_FILL_CHECKS,
): Promise<HouseFillFinding[]> => failing(checks, receipt);

/** Whether the settings of version 3 can be computed with; those of earlier versions have none of these. */
const isVariation = (settings: LadderSettings | SeededSettings): boolean =>
  !('doubleEvery' in settings) ||
  ([settings.doubleEvery, settings.renewTicks].every((it) => Number.isSafeInteger(it) && it >= 1) &&
    settings.varyRate >= 0n &&
    settings.varyRate <= ONE &&
    settings.growthRate >= 0n);

/** Computes the ladder that a fill was traded on, by the rule of its version. */
export function quotesOf({ version, tick, ladder }: Pick<HouseFill, 'version' | 'tick' | 'ladder'>): Ladder {
  const { settings, ...input } = ladder;
  if (version !== 3) return ladderQuotes({ ...input, settings });
  if (!('doubleEvery' in settings)) throw new Error('settings of an earlier version');
  return seededQuotes({ ...input, settings, market: tick.market, seq: tick.seq });
}

function isFair({ side, price, houseTook }: HouseFill['fill'], level: bigint): boolean {
  if (!houseTook) return level === price;
  return side === 'buy' ? level <= price : level >= price;
}

/** Returns the levels the fill took from, or undefined if they did not offer all of it. */
function levelsOf(receipt: HouseFill): readonly LadderLevel[] | undefined {
  const { fill, ladder, taken } = receipt;
  const lots = Number(fill.quantity / ladder.lot);
  const isComputable = ladder.settings.levels <= LEVELS_MAX && isVariation(ladder.settings);
  if (!(Number.isSafeInteger(taken) && taken >= 0 && isComputable)) return undefined;
  const { bids, asks } = quotesOf(receipt);
  const touched: LadderLevel[] = [];
  let start = 0;
  for (const level of sideOf(fill.side, { bids, asks })) {
    if (start < taken + lots && start + level.lots > taken) touched.push(level);
    start += level.lots;
  }
  return taken + lots <= start ? touched : undefined;
}

/** Returns the house's side: its asks for a buyer, its bids for a seller. */
function sideOf(side: string, { bids, asks }: Ladder): readonly LadderLevel[] {
  if (side === 'buy') return asks;
  return side === 'sell' ? bids : [];
}

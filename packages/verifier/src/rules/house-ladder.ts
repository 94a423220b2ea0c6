/**
 * Settings of the house ladder. Prices, amounts and rates are integers in units of 10⁻¹⁸; a worth is in the quote
 * currency.
 */
export type LadderSettings = {
  readonly levels: number;
  readonly spreadRate: bigint;
  readonly stepRate: bigint;
  readonly levelWorth: bigint;
  readonly inventoryMax: bigint;
};
export type LadderInput = {
  /** Index price of the tick. */
  readonly price: bigint;
  /** Inventory of the house in this market. */
  readonly base: bigint;
  readonly quote: bigint;
  readonly priceTick: bigint;
  readonly lot: bigint;
  readonly settings: LadderSettings;
};
export type LadderLevel = { readonly price: bigint; readonly lots: number };
export type Ladder = { readonly bids: readonly LadderLevel[]; readonly asks: readonly LadderLevel[] };

const ONE = 10n ** 18n;
const MOST_LOTS = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Computes the house quotes at a price, best level first. Prices round away from the index price, in the house's
 * favour. The house sells nothing once its quote reaches `inventoryMax`, and buys nothing once its base is worth that
 * much.
 */
export function ladderQuotes(input: LadderInput): Ladder {
  const { price, base, quote, lot, settings } = input;
  const { bids, asks } = ladderTicks(input);
  const isSelling = quote < settings.inventoryMax;
  const isBuying = base * price < settings.inventoryMax * ONE;
  return {
    asks: isSelling ? fill(input, asks, { total: base, perLot: () => lot }) : [],
    // Thirty-six decimals: the cost of a lot is never rounded.
    bids: isBuying ? fill(input, bids, { total: quote * ONE, perLot: (level) => level * lot }) : [],
  };
}

/** Returns the prices in ticks. No two levels have the same price, and no bid is at or above an ask. */
function ladderTicks({ price, priceTick, settings }: LadderInput): { bids: bigint[]; asks: bigint[] } {
  const bids: bigint[] = [];
  const asks: bigint[] = [];
  const unit = priceTick * ONE;
  for (let level = 0; level < settings.levels; level++) {
    const away = settings.spreadRate + BigInt(level) * settings.stepRate;
    const below = price * (ONE - away);
    const above = price * (ONE + away);
    const lastBid = bids.at(-1);
    const lastAsk = asks.at(-1);
    const bid = below / unit;
    bids.push(lastBid === undefined ? bid : least(bid, lastBid - 1n));
    const ask = (above + unit - 1n) / unit;
    const nearest = (lastAsk ?? bids[0] ?? 0n) + 1n;
    asks.push(most(ask, nearest));
  }
  return { bids: bids.filter((ticks) => ticks >= 1n), asks };
}

/** Fills each level up to its worth until the inventory is used up. Levels without lots are dropped. */
function fill(
  { priceTick, lot, settings }: LadderInput,
  ticks: readonly bigint[],
  { total, perLot }: { readonly total: bigint; readonly perLot: (price: bigint) => bigint },
): LadderLevel[] {
  let left = total;
  let lotsLeft = MOST_LOTS;
  const levels: LadderLevel[] = [];
  for (const price of ticks.map((count) => count * priceTick)) {
    const lots = least((settings.levelWorth * ONE) / (price * lot), left / perLot(price), lotsLeft);
    if (lots <= 0n) continue;
    left = left - lots * perLot(price);
    lotsLeft = lotsLeft - lots;
    levels.push({ price, lots: Number(lots) });
  }
  return levels;
}

const least = (...values: readonly [bigint, ...bigint[]]): bigint => values.toSorted(rising)[0] ?? values[0];
const most = (...values: readonly [bigint, ...bigint[]]): bigint => values.toSorted(rising).at(-1) ?? values[0];
const rising = (a: bigint, b: bigint): number => (a < b ? -1 : 1);

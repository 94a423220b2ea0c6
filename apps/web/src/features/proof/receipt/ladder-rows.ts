import type { Amount, Price } from '@app/money';
import { type HouseFill, quotesOf } from '@app/verifier';

/** One level of the house ladder, with the amounts taken before and by this trade. */
export type LadderRow = {
  readonly level: number;
  readonly price: Price;
  readonly offered: Amount;
  readonly before: Amount;
  readonly here: Amount;
};

/** Recomputes the traded side. Only for a receipt whose grid and settings hold: others have no ladder. */
export function ladderRows(receipt: HouseFill): readonly LadderRow[] {
  const { fill, ladder, taken } = receipt;
  const { asks, bids } = quotesOf(receipt);
  const from = Number.isSafeInteger(taken) ? taken : 0; // An invalid count has already failed its check.
  const end = from + Number(fill.quantity / ladder.lot);
  const amount = (lots: number) => (BigInt(lots) * ladder.lot) as Amount; // Integers of 10⁻¹⁸, like ours.
  let start = 0;
  return (fill.side === 'buy' ? asks : bids).map(({ price, lots }, index) => {
    const [before, after] = [from, end].map((it) => within(it - start, lots)) as [number, number]; // Two of two.
    start += lots;
    return {
      level: index + 1,
      price: price as Price,
      offered: amount(lots),
      before: amount(before),
      here: amount(after - before),
    };
  });
}

const within = (lots: number, most: number) => Math.min(Math.max(lots, 0), most);

/** Returns the last level the trade reached, whose price applies to its last lot. */
export const reachedRow = (rows: readonly LadderRow[]): LadderRow | undefined => rows.findLast(({ here }) => here > 0n);

const BESIDE = 2;
const ROWS_MAX = 12;

/** Returns the touched levels and some beside them; a ladder may have hundreds. */
export function rowsAround(rows: readonly LadderRow[]): readonly LadderRow[] {
  const first = rows.findIndex(({ here }) => here > 0n);
  const last = rows.findLastIndex(({ here }) => here > 0n);
  if (first < 0) return rows.slice(0, 2 * BESIDE + 1);
  const from = Math.max(0, Math.min(first - BESIDE, rows.length - 2 * BESIDE - 1));
  return rows.slice(from, Math.max(last + BESIDE + 1, from + 2 * BESIDE + 1)).slice(0, ROWS_MAX);
}

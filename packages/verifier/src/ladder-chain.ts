import type { HouseFillText, HouseReceipt } from './receipt.ts';
import { receiptHash } from './receipt-bytes.ts';
import { units } from './units.ts';

/**
 * Returns the positions of the receipts that do not continue the one before them. The list has all receipts of one side
 * of one ladder, from the first one: only then is `taken` a sum that anybody can see.
 */
export async function findLadderBreaks(receipts: readonly HouseReceipt[]): Promise<number[]> {
  const continues = await Promise.all(receipts.map((it, index) => isNext(it, receipts[index - 1]).catch(() => false)));
  return continues.flatMap((isValid, index) => (isValid ? [] : [index]));
}

/** Returns how many lots a receipt took from its ladder. */
export const lotsOf = ({ fill, grid }: HouseFillText): bigint => units(fill.quantity) / units(grid.lot);

async function isNext({ body }: HouseReceipt, before: HouseReceipt | undefined): Promise<boolean> {
  if (before === undefined) return body.chain?.place === 0 && body.chain.previous === null && body.taken === 0;
  return (
    body.chain?.previous === (await receiptHash(before)) &&
    body.chain.place === (before.body.chain?.place ?? Number.NaN) + 1 &&
    BigInt(body.taken) === BigInt(before.body.taken) + lotsOf(before.body) &&
    ladderOf(body) === ladderOf(before.body)
  );
}

/** Returns all inputs of the ladder that a receipt is about, and its side. */
const ladderOf = ({ rule, version, book, fill, tick, inventory, settings, grid }: HouseFillText): string =>
  JSON.stringify([
    rule,
    version,
    book,
    fill.market,
    fill.side,
    [tick.market, tick.seq, tick.price, tick.block],
    [inventory.base, inventory.quote],
    settings.version,
    [grid.price_tick, grid.lot],
  ]);

import { findLadderBreaks, type HouseReceipt, lotsOf, receiptHash } from '@app/verifier';
import type { Report } from './report.ts';

/** A receipt on the public list of its ladder; `block` sealed it. */
export type ListedReceipt = HouseReceipt & { readonly block: number | null };

/** Reports all receipts of one side of one ladder: each must continue the one before it, and the sum is shown. */
export async function reportLadder(list: readonly ListedReceipt[], id: string): Promise<Report> {
  const first = list[0];
  if (first === undefined) throw new Error(`there is no ladder of receipt ${id}`);
  const breaks = await findLadderBreaks(list);
  const isListed = list.some((it) => it.id === id);
  const lines = list.map((it, index) => lineOf(it, breaks.includes(index)));
  const unsealed = list.filter(({ block }) => block === null).length;
  const problems = [
    ...(isListed ? [] : [`  WRONG  Receipt ${id} is not among them.`]),
    ...(unsealed > 0 ? [`  ${unsealed} of them are in no block yet: ask again in a few seconds.`] : []),
  ];
  const isWhole = breaks.length === 0 && isListed;
  return {
    holds: isWhole && unsealed === 0,
    lines: [
      titleOf(first),
      ...lines,
      ...problems,
      await sumLine(list),
      isWhole
        ? 'Every receipt continues the one before it. Verify each one by its id to see that it was sealed.'
        : 'They do not add up: do not believe what was taken before.',
    ],
  };
}

function titleOf({ body: { book, fill, tick } }: ListedReceipt): string {
  const side = fill.side === 'buy' ? 'sells' : 'buys';
  return `Ladder of market ${fill.market}, tick ${tick.seq} at ${tick.price}, ${book} book: what the house ${side}`;
}

function lineOf({ id, body, block }: ListedReceipt, isBroken: boolean): string {
  const { chain, taken, fill } = body;
  const sealed = block === null ? 'in no block yet' : `in block ${block}`;
  const trade = `${lotsOf(body)} lots at ${fill.price} after ${taken}`;
  const lead = isBroken ? '  WRONG  ' : '  holds  ';
  return `${lead}${chain?.place ?? '-'}  receipt ${id}: ${trade}, ${sealed}`;
}

/** Shows the sum, and the hash that the next receipt must name. */
async function sumLine(list: readonly ListedReceipt[]): Promise<string> {
  const lots = list.reduce((sum, { body }) => sum + lotsOf(body), 0n);
  const hash = await receiptHash(list.at(-1) as ListedReceipt);
  return `  Taken in all: ${lots} lots in ${list.length} receipts. The next one names ${hash}`;
}

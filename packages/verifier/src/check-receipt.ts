import { failing } from './check-blocks.ts';
import { checkTick, type TickFinding } from './check-tick.ts';
import type { Receipt } from './receipt.ts';
import { checkHouseFill, type HouseFillFinding } from './rules/house-fill.ts';
import type { LadderSettings } from './rules/house-ladder.ts';
import { readTicks } from './tick-bytes.ts';
import type { Kept } from './trust.ts';

export type ReceiptFinding = keyof typeof RECEIPT_CHECKS;
export type ReceiptFindings = {
  readonly receipt: readonly ReceiptFinding[];
  readonly rule: readonly HouseFillFinding[];
  readonly tick: readonly TickFinding[];
};

const FIELDS: readonly (keyof LadderSettings)[] = ['levels', 'spreadRate', 'stepRate', 'levelWorth', 'inventoryMax'];

/** That the receipt, its rule and its proof are about the same thing. */
export const RECEIPT_CHECKS = {
  kind: ({ kind }: Receipt) => kind === 'spot.house_fill',
  asked: ({ id, market, fill: { fill } }: Receipt) => fill.id === id && fill.market === market,
  /** Each book has its own house, and its own ladder at one tick. */
  book: ({ book }: Receipt) => book === 'real' || book === 'demo',
  /** A ladder made for one trade alone would explain any price. */
  published: ({ fill: { ladder }, settingsVersion, published }: Receipt) =>
    published?.version === settingsVersion &&
    FIELDS.every((field) => published.settings[field] === ladder.settings[field]),
  /** The price that the rule goes by is the one that was sealed. */
  sealed: ({ fill: { tick, ladder }, proof }: Receipt) =>
    proof.header.number === tick.block &&
    proof.market === tick.market &&
    proof.seq === tick.seq &&
    readTicks(proof.leaf).every(({ price }) => price === tick.price && price === ladder.price),
};

/** What does not hold of a receipt; nothing found means that whoever has it can compute what was done. */
export async function checkReceipt(receipt: Receipt, kept: Kept = {}): Promise<ReceiptFindings> {
  const [own, rule, tick] = await Promise.all([
    failing(RECEIPT_CHECKS, receipt),
    checkHouseFill(receipt.fill),
    checkTick(receipt.proof, kept),
  ]);
  return { receipt: own, rule, tick };
}

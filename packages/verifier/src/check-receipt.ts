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

/** Checks that the receipt, its rule and its proof are about the same fill. */
export const RECEIPT_CHECKS = {
  kind: ({ kind }: Receipt) => kind === 'spot.house_fill',
  asked: ({ id, market, fill: { fill } }: Receipt) => fill.id === id && fill.market === market,
  /** Each mode has its own house, and its own ladder at one tick. */
  book: ({ book }: Receipt) => book === 'real' || book === 'demo',
  /** A ladder made up for a single trade would justify any price. */
  published: ({ fill: { ladder }, settingsVersion, published }: Receipt) =>
    published?.version === settingsVersion &&
    FIELDS.every((field) => published.settings[field] === ladder.settings[field]),
  /** The price used by the rule is the sealed one. */
  sealed: ({ fill: { tick, ladder }, proof }: Receipt) =>
    proof.header.number === tick.block &&
    proof.market === tick.market &&
    proof.seq === tick.seq &&
    readTicks(proof.leaf).every(({ price }) => price === tick.price && price === ladder.price),
};

/** Returns the failed checks of a receipt; if there are none, its holder can recompute the outcome. */
export async function checkReceipt(receipt: Receipt, kept: Kept = {}): Promise<ReceiptFindings> {
  const [own, rule, tick] = await Promise.all([
    failing(RECEIPT_CHECKS, receipt),
    checkHouseFill(receipt.fill),
    checkTick(receipt.proof, kept),
  ]);
  return { receipt: own, rule, tick };
}

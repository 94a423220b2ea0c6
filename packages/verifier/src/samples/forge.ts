import type {
  HOUSE_FILL_CHECKS,
  HouseFillText,
  HouseReceipt,
  Kept,
  RECEIPT_CHECKS,
  ReceiptText,
  SEAL_CHECKS,
} from '../index.ts';
import type { Random } from './history.ts';
import { type House, houseFill, levelsOf, reseal, TICK_BLOCK, type Trade, withReceipts } from './house.ts';
import { showReceipt } from './show-receipt.ts';

/** Forged evidence, what its reader asked for, and what the reader kept. */
export type ForgedReceipt = {
  readonly text: ReceiptText;
  readonly asked?: { readonly id: string };
  readonly kept?: Kept;
};
/** Forged receipt of a holder of the keys, and the one check that finds it. */
export type ReceiptLie = {
  readonly name: string;
  readonly foundBy:
    | `receipt ${keyof typeof RECEIPT_CHECKS}`
    | `rule ${keyof typeof HOUSE_FILL_CHECKS}`
    | `seal ${keyof typeof SEAL_CHECKS}`;
  forge(house: House, random: Random): Promise<ForgedReceipt>;
};

/** Block of a tick that is 85 seconds old when the receipts of the sample are issued. */
export const LONG_AGO = 16;
export const LONG_MS = 85_000;

/** Issues the first receipt of a ladder, a few hundred milliseconds after its tick. */
export const issue = (house: House, random: Random, trade: Partial<Trade> = {}): HouseReceipt =>
  houseFill(house, {
    block: TICK_BLOCK,
    afterMs: 300 + random(400),
    lots: 1 + random(50),
    side: random(2) === 0 ? 'buy' : 'sell',
    n: 1_000 + random(1_000),
    ...trade,
  });

/** Seals a receipt into a block with the real keys, and the whole chain after it. */
export const sealInto = (house: House, receipt: HouseReceipt, number = TICK_BLOCK + 1): Promise<House> =>
  reseal(house, withReceipts(house.drafts, number, [receipt]));

/** Seals a receipt and shows it, with no receipt before it unless given. */
export async function sealAndShow(
  house: House,
  receipt: HouseReceipt,
  { number = TICK_BLOCK + 1, ladder = [] }: { number?: number; ladder?: readonly HouseReceipt[] } = {},
): Promise<ForgedReceipt> {
  return { text: await showReceipt(await sealInto(house, receipt, number), receipt, ladder) };
}

export const withBody = (receipt: HouseReceipt, change: Partial<HouseFillText>): HouseReceipt => ({
  ...receipt,
  body: { ...receipt.body, ...change },
});
export const withFillOf = (receipt: HouseReceipt, change: Partial<HouseFillText['fill']>): HouseReceipt =>
  withBody(receipt, { fill: { ...receipt.body.fill, ...change } });

/** Number of lots on all levels but the last: with that many taken, the next trade is at the worst price. */
export const lotsBeforeLast = (house: House, trade: Pick<Trade, 'version' | 'block' | 'side'>): number =>
  levelsOf(house, trade)
    .slice(0, -1)
    .reduce((sum, { lots }) => sum + lots, 0);

/** Returns a receipt with another seal. */
export function withSeal(
  text: ReceiptText,
  change: (seal: NonNullable<ReceiptText['seal']>) => Partial<NonNullable<ReceiptText['seal']>>,
): ReceiptText {
  if (!text.seal) throw new Error('not sealed');
  return { ...text, seal: { ...text.seal, ...change(text.seal) } };
}

import { type Case, judgePrice, type Verdict } from '../price/judge-price.ts';
import type { KeptHistory } from './kept-history.ts';

/** An index price of a receipt with its own verdict. */
export type JudgedPrice = { readonly verdict: Verdict; readonly priceCase: Case };

/** `awaited`: nothing is wrong, but no block has sealed the receipt yet. */
export type ReceiptKind = Verdict['kind'] | 'awaited';

export const judgePrices = (
  cases: readonly Case[],
  kept: KeptHistory,
  nowMs: number,
): Promise<readonly JudgedPrice[]> =>
  Promise.all(cases.map(async (priceCase) => ({ priceCase, verdict: await judgePrice(priceCase, kept, nowMs) })));

type Found = {
  readonly prices: readonly JudgedPrice[];
  readonly findings: readonly unknown[];
  readonly isSealed: boolean;
  /** Whether the heads that the prices lead to cover the block that sealed the receipt too. */
  readonly isUnderHead: boolean;
};

/** Returns the verdict on a receipt: it is at most as correct as its prices. */
export function receiptKindOf({ prices, findings, isSealed, isUnderHead }: Found): ReceiptKind {
  const has = (kind: Verdict['kind']) => prices.some(({ verdict }) => verdict.kind === kind);
  if (has('rewritten')) return 'rewritten';
  if (findings.length > 0 || has('wrong')) return 'wrong';
  if (!isSealed) return 'awaited';
  return has('sealed') || !isUnderHead ? 'sealed' : 'correct';
}

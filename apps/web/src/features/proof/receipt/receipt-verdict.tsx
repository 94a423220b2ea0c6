import { type Text, useText } from '../../../data/app/texts.ts';
import { standingOf } from '../check/standing.ts';
import { VerdictHead, WhatIsWrong } from '../check/verdict-head.tsx';
import { priceReasons } from '../price/price-verdict.tsx';
import type { ReceiptCheck } from './check-receipt.ts';
import type { ReceiptVerdict } from './judge-receipt.ts';

/** Shows whether the house traded by its published rule, and if not, which checks failed. */
export function ReceiptVerdictHead({ check: { verdict, tookMs } }: { check: ReceiptCheck }) {
  const text = useText();
  const { kind } = verdict;
  return (
    <VerdictHead standing={standingOf(verdict)} title={receiptTitle(verdict, text)} tookMs={tookMs}>
      {(kind === 'wrong' || kind === 'rewritten') && (
        <WhatIsWrong reasons={reasonsOf(verdict, text)} advice={text(`proof.receipt.${kind}.text`)} />
      )}
    </VerdictHead>
  );
}

/**
 * Returns the title of a verdict: a trade whose last check only follows is correct so far. Doubtful or rewritten refers
 * to the price under the trade and uses the same title.
 */
export function receiptTitle(verdict: ReceiptVerdict, text: Text): string {
  const { kind } = verdict;
  if (kind === 'rewritten') return text('proof.rewritten');
  if (kind === 'wrong') return text('proof.receipt.wrong');
  return text(standingOf(verdict) === 'doubtful' ? 'proof.sealed' : 'proof.receipt.correct');
}

const reasonsOf = ({ findings, judged }: ReceiptVerdict, text: Text): string[] => [
  ...(judged?.price.kind === 'rewritten' ? priceReasons(judged.price, text) : []),
  ...findings.map((name) => text(`proof.receipt.fails.${name}`)),
  ...(judged?.price.kind === 'wrong' ? priceReasons(judged.price, text) : []),
];

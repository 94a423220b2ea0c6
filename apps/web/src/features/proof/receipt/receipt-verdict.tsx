import { type Text, useText } from '../../../data/app/texts.ts';
import { NotYet, VerdictHead, WhatIsWrong } from '../check/verdict-head.tsx';
import { priceReasons } from '../price/price-verdict.tsx';
import type { ReceiptCheck } from './check-receipt.ts';
import type { ReceiptVerdict } from './judge-receipt.ts';

/** Shows whether the house traded by its published rule, and if not, which checks failed. */
export function ReceiptVerdictHead({ check: { verdict, tookMs } }: { check: ReceiptCheck }) {
  const text = useText();
  const { kind, judged } = verdict;
  return (
    <VerdictHead kind={kind} title={receiptTitle(kind, text)} tookMs={tookMs}>
      {judged?.price.kind === 'sealed' && kind === 'sealed' && <NotYet isHeadDue={judged.price.isHeadDue} />}
      {(kind === 'wrong' || kind === 'rewritten') && (
        <WhatIsWrong reasons={reasonsOf(verdict, text)} advice={text(`proof.receipt.${kind}.text`)} />
      )}
    </VerdictHead>
  );
}

/** Returns the title of a verdict. Open or rewritten refers to the price under the trade and uses the same title. */
export const receiptTitle = (kind: ReceiptVerdict['kind'], text: Text): string =>
  text(kind === 'correct' || kind === 'wrong' ? `proof.receipt.${kind}` : `proof.${kind}`);

const reasonsOf = ({ findings, judged }: ReceiptVerdict, text: Text): string[] => [
  ...(judged?.price.kind === 'rewritten' ? priceReasons(judged.price, text) : []),
  ...findings.map((name) => text(`proof.receipt.fails.${name}`)),
  ...(judged?.price.kind === 'wrong' ? priceReasons(judged.price, text) : []),
];

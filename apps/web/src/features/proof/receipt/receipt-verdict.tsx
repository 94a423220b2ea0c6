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
      {kind === 'awaited' && <NotYet>{text('proof.receipt.awaited.text')}</NotYet>}
      {kind === 'sealed' && <NotYet>{text(isHeadDue(judged) ? 'proof.sealed.due' : 'proof.sealed.text')}</NotYet>}
      {(kind === 'wrong' || kind === 'rewritten') && (
        <WhatIsWrong reasons={reasonsOf(verdict, text)} advice={text(`proof.receipt.${kind}.text`)} />
      )}
    </VerdictHead>
  );
}

/** Returns the title of a verdict. Open or rewritten refers to the price under the trade and uses the same title. */
export const receiptTitle = (kind: ReceiptVerdict['kind'], text: Text): string =>
  text(kind === 'sealed' || kind === 'rewritten' ? `proof.${kind}` : `proof.receipt.${kind}`);

/** Whether a later head exists already: a price that is under one then does not cover the seal. */
const isHeadDue = (judged: ReceiptVerdict['judged']): boolean =>
  judged?.price.kind === 'correct' || (judged?.price.kind === 'sealed' && judged.price.isHeadDue);

const reasonsOf = ({ findings, judged }: ReceiptVerdict, text: Text): string[] => [
  ...(judged?.price.kind === 'rewritten' ? priceReasons(judged.price, text) : []),
  ...findings.map((name) => text(`proof.receipt.fails.${name}`)),
  ...(judged?.price.kind === 'wrong' ? priceReasons(judged.price, text) : []),
];

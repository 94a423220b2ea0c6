import { type Text, useText } from '../../../data/app/texts.ts';
import { standingOf } from '../check/standing.ts';
import { VerdictHead, WhatIsWrong } from '../check/verdict-head.tsx';
import type { Verdict } from './judge-price.ts';
import type { PriceCheck } from './price-check.ts';

/** Shows whether a price matches what was sealed, and if not, why. */
export function PriceVerdict({ check: { verdict, tookMs } }: { check: PriceCheck }) {
  const text = useText();
  const { kind } = verdict;
  return (
    <VerdictHead standing={standingOf(verdict)} title={priceTitle(verdict, text)} tookMs={tookMs}>
      {(kind === 'wrong' || kind === 'rewritten') && (
        <WhatIsWrong reasons={priceReasons(verdict, text)} advice={text(`proof.${kind}.text`)} />
      )}
    </VerdictHead>
  );
}

/** Returns the title of a verdict: a price whose last check only follows is correct so far. */
export const priceTitle = (verdict: Verdict, text: Text): string =>
  text(standingOf(verdict) === 'pending' ? 'proof.correct' : `proof.${verdict.kind}`);

/** A history has thousands of blocks; a few of them are enough to show what happened. */
const REASONS_MAX = 5;

/** Returns the reasons against a price; empty if there are none. */
export function priceReasons(verdict: Verdict, text: Text): string[] {
  if (verdict.kind === 'correct' || verdict.kind === 'sealed') return [];
  const kept = verdict.kind === 'rewritten' ? verdict.contradictions : [];
  return [
    ...kept.slice(0, REASONS_MAX).map(({ kind, block }) => text(`proof.kept.${kind}`, { block })),
    ...verdict.findings.map((name) => text(`proof.fails.${name}`)),
  ];
}

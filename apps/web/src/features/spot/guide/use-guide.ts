import { useEffect, useEffectEvent, useState } from 'react';
import { notePractised } from '../../../data/account/practised.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useNewestOrder } from '../orders/newest-order.ts';
import { type GuideFacts, type GuideStep, nextStep, previousStep, stepAfter, stepAtStart } from './guide.ts';
import { useGuideFacts } from './use-guide-facts.ts';
import { useGuideFromAddress } from './use-guide-from-address.ts';
import { useKeptGuide } from './use-kept-guide.ts';

type Run = { readonly step: GuideStep; readonly facts: GuideFacts };

const isSame = (a: GuideFacts, b: GuideFacts) => JSON.stringify(a) === JSON.stringify(b);

/** Returns the current guide step: resumes where the user left, and advances on user actions, next and back. */
export function useGuide(market: MarketInfo) {
  const { user, kept, keep } = useKeptGuide();
  const { end } = useGuideFromAddress();
  const [isLeft, setLeft] = useState(false);
  useSince(kept.since === undefined && !isLeft, (since) => keep({ since, wasOffered: true }));
  const facts = useGuideFacts(market, kept.since);
  const [run, setRun] = useState<Run>();
  if (facts !== undefined && run === undefined) setRun({ step: stepAtStart(kept.step, facts), facts });
  else if (facts !== undefined && run !== undefined && !isSame(facts, run.facts))
    setRun({ step: stepAfter(run.step, run.facts, facts), facts });
  const step = run?.step;
  const keepStep = useEffectEvent(keep);
  useEffect(() => {
    if (step !== undefined) keepStep({ step });
  }, [step]);
  if (run === undefined || isLeft) return undefined;
  const go = (to: GuideStep) => setRun({ ...run, step: to });
  const leave = (last: GuideStep | undefined) => {
    setLeft(true);
    keep({ step: last, since: undefined });
    end();
  };
  const previous = previousStep(run.step, run.facts);
  return {
    step: run.step,
    back: previous && (() => go(previous)),
    next: () => go(nextStep(run.step)),
    skip: () => leave(run.step),
    finish: () => {
      notePractised(user);
      leave(undefined);
    },
  };
}

/** Records the newest order id when the guide starts; later orders count as placed within the guide. */
function useSince(isMissing: boolean, keep: (since: string) => void): void {
  const newest = useNewestOrder(isMissing);
  const note = useEffectEvent(keep);
  useEffect(() => {
    if (isMissing && newest !== undefined) note(String(newest));
  }, [isMissing, newest]);
}

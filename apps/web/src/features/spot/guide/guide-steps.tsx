import { CoachMark } from '@app/ui';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { availableIn, useBalances } from '../../../data/account/balances.ts';
import { notePractised } from '../../../data/account/practised.ts';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useGuideFromAddress } from '../../../data/session/demo-guide.ts';
import {
  GUIDE_STEPS,
  type GuideFacts,
  type GuideStep,
  nextStep,
  numberOf,
  previousStep,
  stepAfter,
  stepAtStart,
} from './guide.ts';
import { useKeptGuide } from './guide-state.ts';
import { useNewestOrder } from './newest-order.ts';

/** Shows six cards beside the elements they explain. The guide is hidden while a sheet is open. */
export function GuideSteps({ market }: { market: MarketInfo }) {
  const text = useText();
  const guide = useGuide(market);
  const { state } = useLocation();
  const isBehindSheet = (state as { sheet?: string } | null)?.sheet !== undefined; // Written only by use-sheet.ts.
  if (guide === undefined || isBehindSheet) return null;
  const { step, back, next, skip, finish } = guide;
  const isLast = step === 'result';
  return (
    <CoachMark
      target={isLast ? 'orders' : step}
      title={text(`spot.guide.${step}.title`)}
      text={text(`spot.guide.${step}.text`)}
      place={text('spot.guide.place_of', { n: numberOf(step), of: GUIDE_STEPS.length })}
      back={back && { label: text('spot.guide.back'), go: back }}
      next={{ label: text(isLast ? 'spot.guide.done' : 'spot.guide.next'), go: isLast ? finish : next }}
      skip={{ label: text('spot.guide.skip'), go: skip }}
    />
  );
}

type Run = { readonly step: GuideStep; readonly facts: GuideFacts };

const isSame = (a: GuideFacts, b: GuideFacts) => JSON.stringify(a) === JSON.stringify(b);

/** Returns the current guide step: resumes where the user left, and advances on user actions, next and back. */
function useGuide(market: MarketInfo) {
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

/** Polling interval: the screen owns the form and the guide only reads it, often enough to seem instant. */
const LOOK_EVERY_MS = 200;

const listen = (look: () => void) => {
  const timer = setInterval(look, LOOK_EVERY_MS);
  return () => clearInterval(timer);
};

/** Reads the amount field; 'typing' while it has focus or the slider is being dragged. */
function lookAtAmount(): 'empty' | 'typing' | 'entered' {
  const box = document.querySelector('[data-coach="amount"]');
  const isEmpty = (box?.querySelector('input')?.value ?? '') === '';
  if (box === null || isEmpty) return 'empty';
  const isInField = document.activeElement?.matches('[data-coach="amount"] input') ?? false;
  return isInField || box.matches(':active') ? 'typing' : 'entered';
}

/** Returns the state the guide acts on; undefined until loaded. `since` is the newest order from before the guide. */
function useGuideFacts(market: MarketInfo, since: string | undefined): GuideFacts | undefined {
  const { data: balances } = useBalances();
  const newest = useNewestOrder(true);
  const amount = useSyncExternalStore(listen, lookAtAmount);
  if (balances === undefined || newest === undefined || since === undefined) return undefined;
  return {
    hasMoney: availableIn(balances.list, 'exchange', market.quote) > 0n,
    hasAmount: amount !== 'empty',
    isTyping: amount === 'typing',
    isPlaced: newest > BigInt(since),
  };
}

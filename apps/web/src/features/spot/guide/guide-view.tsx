import { offerToast } from '@app/ui';
import { Suspense, useEffect, useEffectEvent } from 'react';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useGuideFromAddress, useGuideMode } from '../../../data/session/demo-guide.ts';
import { lazyPart } from '../../../lib/lazy-once.ts';
import { useKeptGuide } from './guide-state.ts';
import { useNewestOrder } from './newest-order.ts';

const ToDemoFirst = lazyPart(async () => (await import('./guide-to-demo.tsx')).GuideToDemo);
const Steps = lazyPart(async () => (await import('./guide-steps.tsx')).GuideSteps);

/** Runs the guided first trade, made in demo mode; `?guide=1` starts it. */
export function Guide({ market }: { market: MarketInfo }) {
  const { isRequested } = useGuideFromAddress();
  const mode = useGuideMode(isRequested);
  useGuideOffer(mode === 'demo' && !isRequested);
  if (!isRequested || mode === undefined) return null;
  return <Suspense>{mode === 'real' ? <ToDemoFirst /> : <Steps market={market} />}</Suspense>;
}

/** Offers the guide once to a user who has demo money and never placed an order. */
function useGuideOffer(mayOffer: boolean): void {
  const text = useText();
  const { kept, keep } = useKeptGuide();
  const { begin } = useGuideFromAddress();
  const newest = useNewestOrder(mayOffer && !kept.wasOffered);
  const offer = useEffectEvent(() => {
    keep({ wasOffered: true });
    offerToast(text('spot.guide.offer'), { label: text('spot.guide.offer.start'), run: begin });
  });
  const isDue = mayOffer && !kept.wasOffered && newest === 0n;
  useEffect(() => {
    if (isDue) offer();
  }, [isDue]);
}

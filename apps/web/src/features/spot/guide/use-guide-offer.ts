import { offerToast } from '@app/ui';
import { useEffect, useEffectEvent } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { useNewestOrder } from '../orders/newest-order.ts';
import { useGuideFromAddress } from './use-guide-from-address.ts';
import { useKeptGuide } from './use-kept-guide.ts';

/** Offers the guide once to a user who has demo money and never placed an order. */
export function useGuideOffer(mayOffer: boolean): void {
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

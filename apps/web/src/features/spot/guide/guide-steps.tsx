import { CoachMark } from '@app/ui';
import { useLocation } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { GUIDE_STEPS, numberOf } from './guide.ts';
import { useGuide } from './use-guide.ts';

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

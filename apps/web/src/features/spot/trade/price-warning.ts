import { compareWithIndex } from '@app/domain/spot';
import { type Price, showPercent } from '@app/money';
import { useEffect, useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { readField } from './form-state.ts';
import { refusalText } from './form-texts.ts';
import type { OrderEntry } from './use-order-form.ts';

/** A price is judged once it has not changed for this long: half of a number is no price. */
const SETTLED_MS = 500;

/**
 * Returns the warning under a limit price while it is typed: it is beyond what is accepted, or far worse than the market,
 * as the review would repeat it.
 */
export function usePriceWarning({ form, orderContext, preview }: OrderEntry): string | undefined {
  const text = useText();
  const settled = useSettled(form.price);
  const price = form.kind === 'limit' ? readField<Price>(form.price) : undefined;
  if (settled !== form.price || price === undefined || price === 0n || orderContext === undefined) return undefined;
  if (preview.state === 'refused' && preview.code === 'limit_price_too_far')
    return refusalText(preview, orderContext.market.quote, text);
  const compared = compareWithIndex({ side: form.side, price }, orderContext);
  return compared?.needsReview
    ? text(`spot.review.worse.${form.side}`, { rate: showPercent(compared.worseBy).replace(/^[+−]/, '') })
    : undefined;
}

/** Returns the value once it has stayed the same for a while. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

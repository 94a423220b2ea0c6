import type { RefusalParams } from '@app/base';
import type { PlaceRefusal } from '@app/domain/spot';
import { groupDigits } from '@app/money';
import type { Text } from '../../../data/app/texts.ts';

type Refused = { readonly code: PlaceRefusal; readonly params: RefusalParams };

/**
 * Returns a refusal's catalogue text with its numbers formatted for display. Limits are shown with the quote currency.
 */
export function refusalText({ code, params }: Refused, quote: string, text: Text): string {
  const shown = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, groupDigits(value)]));
  if (code === 'below_minimum') return text(`spot.form.mend.${code}`, { minimum: '', ...shown, currency: quote });
  if (code === 'above_maximum') return text(`spot.form.mend.${code}`, { maximum: '', ...shown, currency: quote });
  return text(`refusal.${code}`, shown);
}

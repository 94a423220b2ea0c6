import { Note } from '@app/ui';
import { useText } from '../../../shared/texts.ts';
import type { LitePreview } from '../model/lite-preview.ts';
import { rateText } from './form-texts.ts';

/** What to know of the price before it is taken. */
export function PriceNotes({ estimate, slippage }: Pick<LitePreview, 'estimate' | 'slippage'>) {
  const text = useText();
  if (estimate?.beyond)
    return (
      <Note icon="warn" tone="warn">
        {text('spot.lite.beyond')}
      </Note>
    );
  if (slippage === undefined) return null;
  return (
    <Note icon="warn" tone="warn">
      {text('spot.lite.slippage', { rate: rateText(slippage) })}
    </Note>
  );
}

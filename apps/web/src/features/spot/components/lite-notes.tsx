import { Note } from '@app/ui';
import { useText } from '../../../shared/texts.ts';
import type { LitePreview } from '../model/lite-preview.ts';
import { rateText } from './form-texts.ts';

/** Shows what to know about the price before trading. */
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

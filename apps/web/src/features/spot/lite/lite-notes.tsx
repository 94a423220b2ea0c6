import { Note } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { rateText } from '../trade/form-texts.ts';
import type { LitePreview } from './lite-preview.ts';

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

import { CopyText, showToast } from '@app/ui';
import type { Order } from '../../../data/account/orders.ts';
import { useText } from '../../../data/app/texts.ts';

/** Shows the full order number; a press copies it. */
export function OrderId({ order: { id } }: { order: Order }) {
  const text = useText();
  return (
    <CopyText
      text={String(id)}
      shown={String(id)}
      label={text('spot.orders.copy')}
      copiedLabel={text('system.copied')}
      onFailure={() => showToast(text('spot.orders.uncopied'), 'error')}
    />
  );
}

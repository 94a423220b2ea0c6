import { CopyText, showToast } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';

/** Shows the full number of a deal; a press copies it. */
export function DealId({ id }: { id: bigint }) {
  const text = useText();
  return (
    <CopyText
      text={String(id)}
      shown={String(id)}
      label={text('deals.copy')}
      copiedLabel={text('system.copied')}
      onFailure={() => showToast(text('deals.uncopied'), 'error')}
    />
  );
}

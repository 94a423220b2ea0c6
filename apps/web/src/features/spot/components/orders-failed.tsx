import { ErrorPanel } from '@app/ui';
import { describeFailure } from '../../../shared/describe-failure.ts';
import { useText } from '../../../shared/texts.ts';

/** Shown when a list failed to load. */
export function OrdersFailed({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  const text = useText();
  return (
    <ErrorPanel
      title={text('system.load.failed')}
      text={describeFailure(error, text)}
      retry={{ label: text('system.retry'), go: () => void onRetry() }}
    />
  );
}

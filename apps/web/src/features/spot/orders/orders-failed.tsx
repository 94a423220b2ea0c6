import { ErrorPanel } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';

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

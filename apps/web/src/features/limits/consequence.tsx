import { Note } from '@app/ui';
import { useText } from '../../data/app/texts.ts';
import { useMoment } from './moment.ts';
import type { Outcome } from './outcome.ts';

/** Shows what saving will do before it is done. Reserves its height while the outcome is unknown. */
export function Consequence({ outcome }: { outcome: Outcome | undefined }) {
  const text = useText();
  const moment = useMoment();
  if (outcome === undefined) return <div className="mt-4 min-h-11" />;
  const message =
    outcome.kind === 'waits'
      ? text('limits.effect.waits', { time: moment(outcome.fromMs) })
      : text(`limits.effect.${outcome.kind}`);
  return (
    <div className="mt-4" role="status">
      <Note icon={outcome.kind === 'waits' ? 'clock' : 'info'} tone={outcome.kind === 'waits' ? 'warn' : 'plain'}>
        {message}
      </Note>
    </div>
  );
}

import { durationText, Note } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { useCountdown } from '../../../data/call/server-clock.ts';

/** How long withdrawals are held after a change of protection. */
export function HeldNote({ until }: { until: number }) {
  const text = useText();
  const leftMs = useCountdown(until, 1_000);
  if (leftMs === 0) return null;
  return (
    <div className="mt-4 px-gutter">
      <Note icon="clock" tone="warn">
        {text('security.held', { time: durationText(leftMs) })}
      </Note>
    </div>
  );
}

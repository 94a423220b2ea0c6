import type { LimitKind, StoredLimit } from '@app/domain/limits';
import { Button, CountdownText, Icon } from '@app/ui';
import { useEffect } from 'react';
import { useText } from '../../data/app/texts.ts';
import { describeFailure } from '../../data/call/describe-failure.ts';
import { useCountdown } from '../../data/call/server-clock.ts';
import { useLimitText } from './limit-text.ts';
import { useChangeLimit } from './limits-query.ts';
import { useMoment } from './moment.ts';

type Props = {
  kind: LimitKind;
  current: StoredLimit['current'];
  next: NonNullable<StoredLimit['next']>;
  onDue: () => void;
};

/** Shows a looser value that is pending, and the button that keeps the stricter one. */
export function Waiting({ kind, current, next, onDue }: Props) {
  const text = useText();
  const message = useLimitText(kind);
  const moment = useMoment();
  const leftMs = useCountdown(next.fromMs, 1_000);
  const { mutate, isPending, error } = useChangeLimit(kind);
  const isDue = leftMs === 0;
  useEffect(() => {
    if (isDue) onDue();
  }, [isDue, onDue]);
  return (
    <div className="mt-3 rounded-control bg-s2 p-3 text-label">
      <p className="flex gap-2 text-ink-2">
        <Icon name="clock" size={20} />
        <span>
          {text('limits.waiting', { value: message(next.limit), time: moment(next.fromMs) })}{' '}
          <CountdownText remainingMs={leftMs} />
        </span>
      </p>
      {error !== null && (
        <p className="hint hint--error" role="alert">
          {describeFailure(error, text)}
        </p>
      )}
      <Button className="mt-2" wide tone="line" busy={isPending} onClick={() => mutate(current)}>
        {text('limits.keep')}
      </Button>
    </div>
  );
}

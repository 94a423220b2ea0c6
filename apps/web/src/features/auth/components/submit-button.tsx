import { Button, durationText } from '@app/ui';
import { useConnection } from '../../../shared/connection.ts';
import { useText } from '../../../shared/texts.ts';

/** Why a form cannot go now, in words for its button; nothing when it can. */
export function useObstacle(missing: string | undefined, lockedSeconds = 0): string | undefined {
  const text = useText();
  const isOnline = useConnection((connection) => connection.isOnline);
  if (!isOnline) return text('system.offline');
  if (lockedSeconds > 0) return text('auth.locked', { time: durationText(lockedSeconds * 1_000) });
  return missing;
}

type Props = { ready: string; obstacle: string | undefined; busy: boolean; form?: string };

/** Sends the form it lies in or names; while that cannot go, it says why. */
export function SubmitButton({ ready, obstacle, busy, form }: Props) {
  return (
    <Button
      type="submit"
      form={form}
      tone={obstacle === undefined ? 'primary' : 'off'}
      size="large"
      wide
      busy={busy}
      aria-disabled={obstacle !== undefined}
    >
      {obstacle ?? ready}
    </Button>
  );
}

import { Button, durationText } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { useConnection } from '../../../data/socket/connection.ts';

/** Returns the button text for why a form cannot be submitted now; undefined if it can. */
export function useObstacle(missing: string | undefined, lockedSeconds = 0): string | undefined {
  const text = useText();
  const isOnline = useConnection((connection) => connection.isOnline);
  if (!isOnline) return text('system.offline');
  if (lockedSeconds > 0) return text('auth.locked', { time: durationText(lockedSeconds * 1_000) });
  return missing;
}

type Props = { ready: string; obstacle: string | undefined; busy: boolean; form?: string };

/** Submits its own form or the one it names; while that is not possible, it shows why. */
export function SubmitButton({ ready, obstacle, busy, form }: Props) {
  return (
    <Button
      type="submit"
      form={form}
      tone="primary"
      blocked={obstacle !== undefined}
      size="large"
      wide
      busy={busy}
      aria-disabled={obstacle !== undefined}
    >
      {obstacle ?? ready}
    </Button>
  );
}

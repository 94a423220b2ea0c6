import { Icon } from '@app/ui';
import { useText } from '../../../shared/texts.ts';

/** Whose account it is, now that a code has shown it. */
export function Confirmed({ account }: { account: string }) {
  const text = useText();
  return (
    <p className="flex items-start gap-2 text-label text-ink-2">
      <span className="text-ok">
        <Icon name="check-circle" size={20} />
      </span>
      <span className="min-w-0 break-words">{text('auth.confirmed', { account })}</span>
    </p>
  );
}

import { Icon } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';

/** The account that was proven by a code. */
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

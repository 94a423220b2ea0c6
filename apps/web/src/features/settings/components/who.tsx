import { Avatar, buttonClass } from '@app/ui';
import { Link } from 'react-router';
import { loginWithReturn } from '../../../shared/return-address.ts';
import { useSession } from '../../../shared/session.ts';
import { useText } from '../../../shared/texts.ts';

/** Whose settings these are, and which money they act with. */
export function Who() {
  const text = useText();
  const user = useSession((session) => session.user);
  if (user === undefined)
    return (
      <section className="flex items-center justify-between gap-3 px-gutter pt-2">
        <p className="text-ink-2">{text('settings.visitor')}</p>
        <Link
          className={buttonClass({ tone: 'primary', size: 'small' })}
          to={loginWithReturn('/pages/setting/setting')}
        >
          {text('settings.log_in')}
        </Link>
      </section>
    );
  return (
    <section className="flex items-center gap-3 px-gutter pt-2">
      <Avatar seed={Number(BigInt(user.id) % 997n)} size={56} />
      <div className="min-w-0">
        <p className="truncate text-h2" data-truncated title={user.account}>
          {user.account}
        </p>
        <p className="mt-1 text-label text-ink-3">
          {text(`settings.book.${user.book}`)} · {text('settings.invite', { code: user.inviteCode })}
        </p>
      </div>
    </section>
  );
}

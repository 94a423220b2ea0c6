import { Avatar, buttonClass, CopyText, Icon, showToast } from '@app/ui';
import { Link } from 'react-router';
import { loginWithReturn } from '../../../data/app/return-address.ts';
import { useText } from '../../../data/app/texts.ts';
import { useSession } from '../../../data/session/session.ts';
import { seedOf } from '../../../lib/seed-of.ts';

/** Shows whose settings these are. */
export function Who() {
  const text = useText();
  const user = useSession((session) => session.user);
  if (user === undefined) return <Visitor />;
  const name = user.nickname || user.account; // Sessions stored by an older version have no nickname.
  return (
    <section className="flex items-center gap-4 px-gutter pt-2">
      <Avatar seed={seedOf(user.id)} size={56} picture={user.avatar} />
      <div className="min-w-0 grow">
        <div className="flex items-center gap-2">
          <p className="min-w-0 grow text-h2 wrap-anywhere">{name}</p>
          <Link
            className="iconbtn -my-2 -mr-2.5"
            to="/pages/setting/userInfo"
            aria-label={text('settings.profile.edit')}
          >
            <Icon name="edit" size={20} />
          </Link>
        </div>
        <div className="mt-1 flex text-label text-ink-3">
          <CopyText
            text={user.id}
            shown={text('settings.uid', { id: shortId(user.id) })}
            label={text('settings.uid.copy')}
            copiedLabel={text('system.copied')}
            onFailure={() => showToast(text('refusal.copy_failed'), 'error')}
          />
        </div>
      </div>
    </section>
  );
}

const ENDS = 4;

/** Shortens an id of eighteen digits to its ends; copying it copies all. */
const shortId = (id: string): string => (id.length <= 3 * ENDS ? id : `${id.slice(0, ENDS)}…${id.slice(-ENDS)}`);

function Visitor() {
  const text = useText();
  return (
    <section className="card mx-gutter mt-2">
      <p className="text-title">{text('settings.visitor')}</p>
      <p className="mt-1 text-label text-ink-2">{text('settings.visitor.text')}</p>
      <div className="mt-4 grid grid-cols-2 gap-3">
        <Link className={buttonClass({ wide: true })} to="/pages/common/register">
          {text('settings.register')}
        </Link>
        <Link className={buttonClass({ tone: 'primary', wide: true })} to={loginWithReturn('/pages/setting/setting')}>
          {text('settings.log_in')}
        </Link>
      </div>
    </section>
  );
}

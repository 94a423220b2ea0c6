import { Icon } from '@app/ui';
import { Link } from 'react-router';
import { useText } from '../../data/app/texts.ts';
import { useUnread } from './use-unread.ts';

const SHOWN_MAX = 9;

/** Links to the notices and shows the unread count. */
export default function BellPanel() {
  const text = useText();
  const unread = useUnread() ?? 0;
  const name = unread === 0 ? text('notify.title') : text('notify.bell', { count: unread });
  return (
    <Link className="iconbtn" to="/pages/plus/notices" aria-label={name}>
      <Icon name="bell" />
      {unread > 0 && (
        <span
          data-badge
          className="absolute top-1.5 left-1/2 grid h-4 min-w-4 place-items-center rounded-full bg-brand px-1 text-[11px]/[16px] font-semibold text-on-brand outline-2 outline-bg"
        >
          {unread > SHOWN_MAX ? text('notify.bell.many', { most: SHOWN_MAX }) : unread}
        </span>
      )}
    </Link>
  );
}

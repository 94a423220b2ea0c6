import { Avatar, TabFace, tabClass } from '@app/ui';
import { Link } from 'react-router';
import { useText } from '../data/app/texts.ts';
import { useSession } from '../data/session/session.ts';
import { seedOf } from '../lib/seed-of.ts';

const ORDERS = '/pages/transaction/currency_order';
const ME = '/pages/setting/setting';

/** Shows, below the tabs of a wide screen, the user's orders, and at its foot the user. */
export function RailMore({ path }: { path: string }) {
  const text = useText();
  const user = useSession((session) => session.user);
  const current = (shown: string) => (path === shown ? 'page' : undefined);
  return (
    <>
      <hr className="m-3 border-line" />
      <Link to={ORDERS} className={tabClass(path === ORDERS)} aria-current={current(ORDERS)}>
        <TabFace name={text('system.tab.orders')} icon="list" iconOn="list" selected={path === ORDERS} />
      </Link>
      <Link to={ME} className={`${tabClass(path === ME)} mt-auto`} aria-current={current(ME)}>
        <Avatar seed={seedOf(user?.id ?? '0')} size={24} picture={user?.avatar} />
        <span className="truncate">{user?.nickname || user?.account}</span>
      </Link>
    </>
  );
}

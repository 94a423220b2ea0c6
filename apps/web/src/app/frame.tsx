import { Banner, FrameBadge, Toaster } from '@app/ui';
import { Outlet, useLocation } from 'react-router';
import { useConnection } from '../shared/connection.ts';
import { useSession } from '../shared/session.ts';
import { useText } from '../shared/texts.ts';
import { useLoginRedirect } from './login-redirect.ts';
import { isTab, Tabs } from './tabs.tsx';

/** Around every screen: which money this is, whether the line is up, the tabs, the toast. */
export function Frame() {
  const text = useText();
  const { pathname } = useLocation();
  const isDemo = useSession(({ user }) => user?.book === 'demo');
  useLoginRedirect();
  return (
    <div className={isDemo ? 'app app--demo' : 'app'}>
      <ConnectionBanner />
      <FrameBadge value={isDemo && <span className="tag tag--warn">{text('system.demo')}</span>}>
        <Outlet />
      </FrameBadge>
      {isTab(pathname) && <Tabs path={pathname} />}
      <Toaster />
    </div>
  );
}

function ConnectionBanner() {
  const text = useText();
  const { isOnline, socket } = useConnection();
  if (!isOnline) return <Banner icon="offline">{text('system.offline')}</Banner>;
  return socket === 'lost' ? <Banner icon="offline">{text('system.reconnecting')}</Banner> : null;
}

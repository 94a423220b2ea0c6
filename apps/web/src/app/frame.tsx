import {
  Banner,
  Button,
  FrameBadge,
  FrameName,
  NotificationStack,
  PageScroll,
  Panel,
  PanelHelp,
  Tag,
  Toaster,
} from '@app/ui';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { Outlet, useLocation } from 'react-router';
import { putOffUpdate, renew, useAppUpdate } from '../data/app/app-update.ts';
import { SlotTable } from '../data/app/slots.tsx';
import { useText } from '../data/app/texts.ts';
import { useSession } from '../data/session/session.ts';
import { useConnection } from '../data/socket/connection.ts';
import { useServers } from '../data/socket/servers.ts';
import { usePanelHelp } from './panel-help.ts';
import { PANELS } from './panels.ts';
import { useCanonicalAddress, useLoginRedirect, useVerifyRedirect } from './redirects.ts';
import { SCREENS } from './screens.ts';
import { StepUp } from './step-up.tsx';
import { isTab } from './tab-paths.ts';
import { Tabs } from './tabs.tsx';

/** Screens that replace every page, while the servers report these states. */
const SHELLS = {
  maintenance: lazy(() => import('../features/system/maintenance-screen.tsx')),
  outdated: lazy(() => import('../features/system/update-screen.tsx')),
};

/** Scroll positions: a tab keeps its position however the user returns, any other page only on the way back. */
const keptScroll = new Map<string, number>();

/** Frame around every screen: mode, connection state, tabs, toast. */
export function Frame() {
  const { pathname, key } = useLocation();
  const text = useText();
  const isDemo = useSession(({ user }) => user?.book === 'demo');
  const state = useServers((servers) => servers.state);
  useCanonicalAddress();
  useLoginRedirect();
  useVerifyRedirect();
  const Content = state === 'open' ? Outlet : SHELLS[state];
  const wide = SCREENS.find(({ path }) => path === pathname)?.isWide;
  const width = wide === 'whole' ? 'app--trade' : wide && 'app--wide';
  return (
    <div className={['app', isDemo && 'app--demo', width].filter(Boolean).join(' ')}>
      <ConnectionBanner />
      <UpdateBanner />
      <Around
        badge={isDemo && <Tag tone="warn">{text('system.demo')}</Tag>}
        scrollKey={isTab(pathname) ? pathname : key}
      >
        <Content />
      </Around>
      {state === 'open' && <Tabs path={pathname} />}
      <NotificationStack dismissLabel={text('system.dismiss')} />
      <Toaster />
      <StepUp />
    </div>
  );
}

/** Every slot loads and fails in its own panel. */
const SLOTS = { parts: PANELS, Frame: Panel };

/** Provides what every page's bar and scroll region take from the frame. */
function Around({ badge, scrollKey, children }: { badge: ReactNode; scrollKey: string; children: ReactNode }) {
  const text = useText();
  return (
    <FrameName value={text('system.name')}>
      <FrameBadge value={badge}>
        <PageScroll value={useMemo(() => ({ key: scrollKey, kept: keptScroll }), [scrollKey])}>
          <PanelHelp value={usePanelHelp()}>
            <SlotTable value={SLOTS}>
              <Suspense>{children}</Suspense>
            </SlotTable>
          </PanelHelp>
        </PageScroll>
      </FrameBadge>
    </FrameName>
  );
}

function ConnectionBanner() {
  const text = useText();
  const isOnline = useConnection((line) => line.isOnline); // Not the whole state: it changes with every server message.
  const socket = useConnection((line) => line.socket);
  if (!isOnline) return <Banner icon="offline">{text('system.offline')}</Banner>;
  return socket === 'lost' ? <Banner icon="offline">{text('system.reconnecting')}</Banner> : null;
}

/** Offers a newer version. It never interrupts: it waits until the user accepts it. */
function UpdateBanner() {
  const text = useText();
  const isWaiting = useAppUpdate(({ waiting }) => waiting !== undefined);
  if (!isWaiting) return null;
  return (
    <div className="flex items-center gap-2 bg-s2 px-gutter py-2 text-label" role="status">
      <span className="grow">{text('system.update.title')}</span>
      <Button size="small" tone="ghost" onClick={putOffUpdate}>
        {text('system.update.later')}
      </Button>
      <Button size="small" tone="primary" onClick={() => void renew()}>
        {text('system.update.action')}
      </Button>
    </div>
  );
}

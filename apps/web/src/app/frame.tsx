import { CallRefused } from '@app/client/call';
import {
  Banner,
  Button,
  DemoMark,
  DemoTag,
  FrameBadge,
  FrameName,
  Logo,
  NotificationStack,
  PageScroll,
  Panel,
  PanelHelp,
  showToast,
  TabBar,
  TabFace,
  Toaster,
  tabClass,
} from '@app/ui';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ComponentType, type ContextType, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { putOffUpdate, renew, useAppUpdate } from '../data/app/app-update.ts';
import { SlotTable } from '../data/app/slots.tsx';
import { loadTexts, useText } from '../data/app/texts.ts';
import { describeFailure } from '../data/call/describe-failure.ts';
import { useSession } from '../data/session/session.ts';
import { useStepUp } from '../data/session/step-up-question.ts';
import { useConnection } from '../data/socket/connection.ts';
import { useServers } from '../data/socket/servers.ts';
import { forgetFailedParts, lazyPart } from '../lib/lazy-once.ts';
import { useIsWide } from '../lib/use-wide.ts';
import { PANELS } from './panels.ts';
import { useCanonicalAddress, useLoginRedirect, useVerifyRedirect } from './redirects.ts';
import { SCREENS } from './screens.ts';
import { isTab, type TAB_PATHS } from './tab-paths.ts';

/** Screens that replace every page, while the servers report these states. */
const SHELLS = {
  maintenance: lazyPart(async () => (await import('../features/system/maintenance-screen.tsx')).default),
  outdated: lazyPart(async () => (await import('../features/system/update-screen.tsx')).default),
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
      <Around badge={isDemo && <DemoTag>{text('system.demo')}</DemoTag>} scrollKey={isTab(pathname) ? pathname : key}>
        <Content />
      </Around>
      {isDemo && <DemoMark>{text('system.demo')}</DemoMark>}
      {state === 'open' && <Tabs path={pathname} />}
      <NotificationStack dismissLabel={text('system.dismiss')} />
      <Toaster />
      <StepUp />
      {state === 'open' && <PopUp />}
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

/**
 * Returns the help of a panel. A product that is closed where the user lives is not a failure, and a retry would not
 * open it.
 */
function usePanelHelp(): ContextType<typeof PanelHelp> {
  const text = useText();
  const { reset } = useQueryErrorResetBoundary();
  return useMemo(() => {
    const describe = (error: unknown) => {
      if (error instanceof CallRefused && error.code === 'feature_unavailable')
        return { title: text('system.region.title'), text: text('system.region.text'), retry: undefined };
      return { title: text('system.load.failed'), text: describeFailure(error, text), retry: text('system.retry') };
    };
    const forget = () => {
      forgetFailedParts();
      reset();
    };
    return { describe, reset: forget };
  }, [text, reset]);
}

const fetchHost = async () => {
  const [{ StepUpHost }] = await Promise.all([
    import('../features/auth/step-up/step-up-host.tsx'),
    loadTexts(['security']),
  ]);
  return StepUpHost;
};

/** Asks the user for a step-up proof; its code is fetched with the first request. */
function StepUp() {
  const text = useText();
  const request = useStepUp((state) => state.request);
  const [Host, setHost] = useState<ComponentType>();
  const isMissing = request !== undefined && Host === undefined;
  useEffect(() => {
    if (!isMissing) return;
    fetchHost().then(
      (host) => setHost(() => host),
      () => {
        showToast(text('system.load.offline'), 'error');
        useStepUp.getState().request?.givenUp();
      },
    );
  }, [isMissing, text]);
  return Host === undefined ? null : <Host />;
}

/** Delay before the announcement is fetched: the page comes first. */
const POP_UP_MS = 2_500;

/** Fetches the announcement after the page; without it nothing is missed. */
function PopUp() {
  const [Shown, setShown] = useState<ComponentType>();
  useEffect(() => {
    const fetchIt = () =>
      void Promise.all([import('../features/content/news/pop-up.tsx'), loadTexts(['content'])]).then(
        ([part]) => setShown(() => part.PopUp),
        () => undefined,
      );
    const timer = setTimeout(fetchIt, POP_UP_MS);
    return () => clearTimeout(timer);
  }, []);
  return Shown && <Shown />;
}

const TABS = [
  { path: '/pages/index/index', text: 'system.tab.home', icon: 'home', iconOn: 'home-on' },
  { path: '/pages/market/market', text: 'system.tab.markets', icon: 'markets', iconOn: 'markets-on' },
  { path: '/pages/transaction/currency', text: 'system.tab.spot', icon: 'spot', iconOn: 'spot-on' },
  { path: '/pages/transaction/contract', text: 'system.tab.contract', icon: 'contract', iconOn: 'contract-on' },
  { path: '/pages/fund/assets', text: 'system.tab.assets', icon: 'assets', iconOn: 'assets-on' },
] as const satisfies readonly { path: (typeof TAB_PATHS)[number]; text: string; icon: string; iconOn: string }[];

/** What only the rail of a wide screen has room for. */
const RailMore = lazyPart(async () => (await import('./rail-more.tsx')).RailMore);

/**
 * Tab bar. On a wide screen the rail stays beside every page. Switching tabs replaces the history entry, so back leaves
 * the app instead of going through every tab.
 */
function Tabs({ path }: { path: string }) {
  const text = useText();
  const isWide = useIsWide();
  const isUser = useSession(({ user }) => user !== undefined);
  return (
    <TabBar label={text('system.tabs')} brand={<Logo name={text('system.name')} />} wideOnly={!isTab(path)}>
      {TABS.map((tab) => (
        <Link
          key={tab.path}
          to={tab.path}
          replace
          className={tabClass(tab.path === path)}
          aria-current={tab.path === path ? 'page' : undefined}
        >
          <TabFace name={text(tab.text)} icon={tab.icon} iconOn={tab.iconOn} selected={tab.path === path} />
        </Link>
      ))}
      {isWide && isUser && (
        <Suspense>
          <RailMore path={path} />
        </Suspense>
      )}
    </TabBar>
  );
}

import { getSetting } from '@app/protocol/reference';
import { Avatar, buttonClass, FrameBadge, Icon, Logo, NavBar, Page, Panel, PullToRefresh, RiskBanner } from '@app/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useContext, useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router';
import { usePreferences } from '../../data/app/preferences.ts';
import { Slot } from '../../data/app/slots.tsx';
import { useText } from '../../data/app/texts.ts';
import { call } from '../../data/call/call.ts';
import { useSession } from '../../data/session/session.ts';
import { useDemoIntent } from '../../data/session/use-demo-intent.ts';
import { lazyPart } from '../../lib/lazy-once.ts';
import { seedOf } from '../../lib/seed-of.ts';
import { Movers } from './home-parts.tsx';

/**
 * Loaded lazily so that a visitor's first view does not wait for it; for a logged-in user the load has already started
 * (`home.screens.ts`).
 */
const OwnHome = lazyPart(async () => (await import('./own-home.tsx')).OwnHome);

/** /pages/index/index */
export default function HomeScreen() {
  const text = useText();
  const queryClient = useQueryClient();
  const isVisitor = useSession(({ token }) => token === undefined);
  return (
    <Page bar={isVisitor ? <VisitorBar /> : <OwnBar />}>
      <PullToRefresh
        label={text('system.refresh')}
        busyLabel={text('system.loading')}
        refresh={() => queryClient.refetchQueries({ type: 'active' })}
      >
        <Panel>
          <div className="@container">{isVisitor ? <VisitorHome /> : <OwnHome />}</div>
          <RiskFooter />
        </Panel>
      </PullToRefresh>
    </Page>
  );
}

/** Last on the page, so that loading its text shifts nothing. */
function RiskFooter() {
  const message = useRiskText();
  if (message === undefined || message === '') return <div className="h-6" />;
  return (
    <div className="pt-6">
      <RiskBanner>{message}</RiskBanner>
    </div>
  );
}

/** Returns the server's risk warning in the language shown. */
function useRiskText(): string | undefined {
  const language = usePreferences((preferences) => preferences.language);
  const { data } = useQuery({
    queryKey: ['home', 'risk', language],
    queryFn: ({ signal }) => call(getSetting, { keyword: 'risk_text' }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.value;
}

/** The first view needs only its texts. */
function VisitorHome() {
  const text = useText();
  return (
    <div className="@3xl:grid @3xl:grid-cols-2 @3xl:items-start @3xl:gap-x-6">
      <div>
        <section className="px-gutter pt-5">
          <h2 className="max-w-80 text-[32px]/[38px] font-semibold tracking-[-0.028em] text-balance">
            {text('home.title')}
          </h2>
          <p className="mt-3 text-pretty text-ink-2">{text('home.text')}</p>
        </section>
        <div className="mt-3 min-h-26">
          <Slot name="home.curve" symbol="BTC/USDT" loading={<div className="h-26" />} />
        </div>
        <EntryLinks />
      </div>
      <div className="mt-4 @3xl:mt-2">
        <Movers />
      </div>
    </div>
  );
}

function EntryLinks() {
  const text = useText();
  const { request, forget } = useDemoIntent();
  const onArrival = useEffectEvent(forget); // A return here means it was abandoned.
  useEffect(() => onArrival(), []);
  return (
    <div className="mt-3 flex flex-col gap-3 px-gutter">
      <Link className={buttonClass({ tone: 'primary', wide: true })} to="/pages/common/register" onClick={request}>
        {text('home.start_demo')}
      </Link>
      <div className="grid grid-cols-2 gap-3">
        <Link className={buttonClass({ wide: true })} to="/pages/common/register">
          {text('home.sign_up')}
        </Link>
        <Link className={buttonClass({ wide: true })} to="/pages/common/login">
          {text('home.log_in')}
        </Link>
      </div>
      <p className="text-center text-label text-balance text-ink-3">{text('home.demo')}</p>
    </div>
  );
}

const ME_PATH = '/pages/setting/setting';
const SEARCH_PATH = '/pages/market/search';

function VisitorBar() {
  const text = useText();
  const links = (
    <>
      <Link className="iconbtn" to={SEARCH_PATH} aria-label={text('home.search')}>
        <Icon name="search" />
      </Link>
      <Link className="iconbtn" to={ME_PATH} aria-label={text('home.language')}>
        <Icon name="globe" />
      </Link>
    </>
  );
  return <NavBar title={<Logo name={text('system.name')} size={26} />} end={links} />;
}

/** Shows profile, search and notices. The page title is for screen readers only. */
function OwnBar() {
  const text = useText();
  const badge = useContext(FrameBadge);
  return (
    <>
      <div className="sr-only">
        <FrameBadge value={null}>
          <NavBar title={text('system.tab.home')} />
        </FrameBadge>
      </div>
      <div className="flex h-14 flex-none items-center gap-1 pr-1 pl-gutter">
        <Me />
        <Link className="field field--s field--search ml-3 min-w-0 grow" to={SEARCH_PATH}>
          <Icon name="search" size={20} />
          <span className="min-w-0 grow truncate" data-truncated>
            {text('home.search')}
          </span>
        </Link>
        {badge}
        <div className="size-11 flex-none overflow-hidden">
          <Slot name="home.bell" loading={<span className="block size-11" />} />
        </div>
      </div>
    </>
  );
}

function Me() {
  const text = useText();
  const user = useSession((session) => session.user);
  return (
    <Link className="hit flex-none rounded-full" to={ME_PATH} aria-label={text('home.profile')}>
      <Avatar seed={seedOf(user?.id ?? '0')} size={32} picture={user?.avatar} />
    </Link>
  );
}

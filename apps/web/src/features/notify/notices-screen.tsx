import { FIRST_PAGE, placeAfter } from '@app/client/query';
import { NOTICE_CATEGORIES, type NoticeCategory } from '@app/domain/notify';
import { listNotices, readNotices } from '@app/protocol/notify';
import {
  Button,
  Delayed,
  Empty,
  ErrorPanel,
  momentText,
  NavBar,
  Page,
  PullToRefresh,
  SkeletonRows,
  Stale,
  Tabs,
} from '@app/ui';
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';
import { useLocale, useText } from '../../data/app/texts.ts';
import { useBack } from '../../data/app/use-back.ts';
import { call } from '../../data/call/call.ts';
import { describeFailure } from '../../data/call/describe-failure.ts';
import { serverNow } from '../../data/call/server-clock.ts';
import { useSessionScope } from '../../data/session/session.ts';
import { dayLabel, daysOf } from '../../lib/days.ts';
import type { Notice } from './describe-notice.ts';
import { type Fresh, noteFresh, unreadShown } from './fresh.ts';
import { LoginCard, NoticeRow } from './notice-row.tsx';
import { findUnread } from './unread.ts';
import { noticesKey, unreadQuery } from './use-unread.ts';

const TABS = ['all', ...NOTICE_CATEGORIES] as const;
type Tab = (typeof TABS)[number];

/** /pages/plus/notices; the tab is in the URL, so that back navigation restores it. */
export default function NoticesScreen() {
  const text = useText();
  return (
    <Page bar={<NavBar title={text('notify.title')} back={{ label: text('system.back'), go: useBack() }} />}>
      <NoticeTabs />
    </Page>
  );
}

function NoticeTabs() {
  const text = useText();
  const [address, setAddress] = useSearchParams();
  const tab = TABS.find((it) => it === address.get('tab')) ?? 'all';
  const [fresh, setFresh] = useState<Fresh>();
  const { data } = useNotices(tab);
  const known = data === undefined ? fresh : noteFresh(fresh, data.pages);
  if (known !== fresh) setFresh(known);
  const counts = unreadShown(known);
  return (
    <Tabs
      label={text('notify.tabs')}
      tabs={TABS.map((value) => ({
        value,
        label: text(`notify.tab.${value}`),
        ...(counts[value] > 0 && { count: counts[value] }),
      }))}
      value={tab}
      onChange={(to) => setAddress(to === 'all' ? {} : { tab: to }, { replace: true })}
    >
      <Notices key={tab} tab={tab} isNew={({ id }) => known?.ids.has(id) ?? false} />
    </Tabs>
  );
}

type NoticesProps = { tab: Tab; isNew: (notice: Notice) => boolean };

function Notices({ tab, isNew }: NoticesProps) {
  const text = useText();
  const query = useNotices(tab);
  const { data, error, refetch, dataUpdatedAt, isRefetchError } = query;
  if (data === undefined && error === null)
    return (
      <Delayed>
        <SkeletonRows count={5} />
      </Delayed>
    );
  if (data === undefined)
    return (
      <ErrorPanel
        title={text('system.load.failed')}
        text={describeFailure(error, text)}
        retry={{ label: text('system.retry'), go: () => void refetch() }}
      />
    );
  const notices = data.pages.flatMap(({ list }) => list);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <PullToRefresh
      label={text('system.refresh')}
      busyLabel={text('system.loading')}
      refresh={async () => void (await refetch())}
    >
      {notices.length === 0 ? (
        <div className="pt-10">
          <Empty
            title={text('notify.empty')}
            text={text(tab === 'all' ? 'notify.empty.text' : `notify.empty.${tab}.text`)}
          />
        </div>
      ) : (
        <Stale
          stale={isRefetchError}
          badge={text('system.stale', { time: momentText(dataUpdatedAt, timeZone, Date.now()) })}
        >
          <NoticeList notices={notices} tab={tab} isNew={isNew} />
          <LoadMore query={query} />
        </Stale>
      )}
    </PullToRefresh>
  );
}

type Query = Pick<
  ReturnType<typeof useNotices>,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>;

/** Loads the next page when the end of this one scrolls into view. After a failure it waits for a press. */
function LoadMore({ query }: { query: Query }) {
  const text = useText();
  const end = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const isWatching = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  const loadMore = useEffectEvent(() => void fetchNextPage());
  useEffect(() => {
    if (!isWatching || end.current === null) return undefined;
    const watcher = new IntersectionObserver(([seen]) => seen?.isIntersecting && loadMore(), { rootMargin: '200px' });
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [isWatching]);
  if (isFetchingNextPage) return <SkeletonRows count={2} />;
  if (!hasNextPage) return <p className="vlist__end">{text('system.more.end')}</p>;
  return (
    <div ref={end} className="flex h-15 justify-center">
      {isFetchNextPageError && (
        <Button size="small" onClick={() => void fetchNextPage()}>
          {text('system.retry')}
        </Button>
      )}
    </div>
  );
}

/**
 * Groups notices by day, newest first. Notices that were unread when first shown stay marked until the user leaves the
 * page. The newest login that is new to the user is asked about first.
 */
function NoticeList({ notices, tab, isNew }: NoticesProps & { notices: readonly Notice[] }) {
  const locale = useLocale();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const [isMine, setIsMine] = useState(false);
  useMarkRead(notices, tab);
  const asked = isMine ? undefined : notices.find((notice) => notice.kind === 'new_device' && isNew(notice));
  const look = { now: serverNow(), timeZone, locale };
  const listed = notices.filter((notice) => notice !== asked);
  return (
    <>
      {asked !== undefined && <LoginCard notice={asked} onMine={() => setIsMine(true)} />}
      {daysOf(listed, timeZone).map((day) => (
        <section key={day.key}>
          <h2 className="px-gutter pt-4 pb-1 text-label text-ink-3 first-letter:uppercase">{dayLabel(day.at, look)}</h2>
          <ul>
            {day.items.map((notice) => (
              <NoticeRow key={String(notice.id)} notice={notice} isNew={isNew(notice)} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

const PAGE = 20;

/** Returns the field that restricts a call to a tab's category. */
const filterOf = (tab: Tab): { category?: NoticeCategory } => (tab === 'all' ? {} : { category: tab });

const noticesQuery = (scope: string, tab: Tab) =>
  infiniteQueryOptions({
    queryKey: [...noticesKey(scope), 'list', tab],
    queryFn: ({ pageParam, signal }) => call(listNotices, { ...pageParam, ...filterOf(tab), limit: PAGE }, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: placeAfter,
  });

const useNotices = (tab: Tab) => useInfiniteQuery(noticesQuery(useSessionScope(), tab));

/** Marks visible notices as read, here and on every other device. A failure is retried at the next view or visit. */
function useMarkRead(shown: readonly Notice[], tab: Tab): void {
  const queryClient = useQueryClient();
  const scope = useSessionScope();
  const isSeen = useSyncExternalStore(onSeenChange, () => !document.hidden);
  const { upTo, key } = findUnread(shown) ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: The same place is said again where something else is unread.
  useEffect(() => {
    if (upTo === undefined || !isSeen) return;
    call(readNotices, { up_to: upTo, ...filterOf(tab) }).then(
      ({ unread }) => queryClient.setQueryData(unreadQuery(scope).queryKey, unread),
      () => undefined,
    );
  }, [upTo, key, tab, isSeen, queryClient, scope]);
}

/** Subscribes to visibility changes: a background page or a locked phone shows nothing to the user. */
function onSeenChange(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

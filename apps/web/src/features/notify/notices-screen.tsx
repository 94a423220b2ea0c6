import { FIRST_PAGE, placeAfter } from '@app/client/query';
import type { NoticeKind } from '@app/domain/notify';
import type { Output } from '@app/protocol';
import { listNotices, readNotices } from '@app/protocol/notify';
import {
  Button,
  Delayed,
  Empty,
  ErrorPanel,
  Icon,
  type IconName,
  momentText,
  NavBar,
  Page,
  PullToRefresh,
  SkeletonRows,
  Stale,
} from '@app/ui';
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { useLocale, useText } from '../../data/app/texts.ts';
import { useBack } from '../../data/app/use-back.ts';
import { call } from '../../data/call/call.ts';
import { describeFailure } from '../../data/call/describe-failure.ts';
import { serverNow } from '../../data/call/server-clock.ts';
import { useSessionScope } from '../../data/session/session.ts';
import { dayLabel, daysOf } from './days.ts';
import { findUnread } from './unread.ts';
import { noticesKey, unreadQuery } from './use-unread.ts';

/** /pages/plus/notices */
export default function NoticesScreen() {
  const text = useText();
  return (
    <Page bar={<NavBar title={text('notify.title')} back={{ label: text('system.back'), go: useBack() }} />}>
      <Notices />
    </Page>
  );
}

function Notices() {
  const text = useText();
  const query = useNotices();
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
          <Empty title={text('notify.empty')} text={text('notify.empty.text')} />
        </div>
      ) : (
        <Stale
          stale={isRefetchError}
          badge={text('system.stale', { time: momentText(dataUpdatedAt, timeZone, Date.now()) })}
        >
          <NoticeList notices={notices} />
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
 * page.
 */
function NoticeList({ notices }: { notices: readonly Notice[] }) {
  const locale = useLocale();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const fresh = useFresh(notices);
  useMarkRead(notices);
  const look = { now: serverNow(), timeZone, locale };
  return daysOf(notices, timeZone).map((day) => (
    <section key={day.key}>
      <h2 className="px-gutter pt-3 pb-1 text-label text-ink-3 first-letter:uppercase">{dayLabel(day.at, look)}</h2>
      <ul>
        {day.items.map((notice) => (
          <NoticeRow key={String(notice.id)} notice={notice} isNew={fresh.has(notice.id)} />
        ))}
      </ul>
    </section>
  ));
}

/** Returns ids that were unread when first shown: showing them marks them read, and the next response reflects that. */
function useFresh(notices: readonly Notice[]): ReadonlySet<bigint> {
  const [fresh] = useState(() => new Set<bigint>());
  for (const { id, read_at } of notices) if (read_at === null) fresh.add(id);
  return fresh;
}

/** Shows what happened and what to do if it was not the user. */
function NoticeRow({ notice, isNew }: { notice: Notice; isNew: boolean }) {
  const text = useText();
  const locale = useLocale();
  const { kind, params, at } = notice;
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
  return (
    <li className="flex gap-3 px-gutter py-3">
      <span className="relative grid size-10 flex-none place-items-center rounded-control bg-s2 text-ink-2">
        <Icon name={ICONS[kind]} size={20} />
        {isNew && <i className="absolute -top-0.5 -right-0.5 size-2.5 rounded-full bg-brand outline-2 outline-bg" />}
      </span>
      <div className="min-w-0 grow">
        <div className="flex items-baseline gap-3">
          <h3 className="grow font-medium">
            {text(`notify.kind.${kind}`)}
            {isNew && <span className="sr-only">{` (${text('notify.new')})`}</span>}
          </h3>
          <time className="text-label text-ink-3" dateTime={new Date(at).toISOString()}>
            {time}
          </time>
        </div>
        <p className="mt-0.5 text-label wrap-anywhere text-ink-2">{text(`notify.kind.${kind}.text`, params)}</p>
        {mayBeSomebodyElse(kind) && <NotYou />}
      </div>
    </li>
  );
}

function NotYou() {
  const text = useText();
  return (
    <p className="mt-1 text-label text-ink-3">
      {text('notify.not_you')}{' '}
      <Link className="hit font-medium text-brand" to="/pages/setting/security">
        {text('notify.freeze')}
      </Link>
    </p>
  );
}

const ICONS: Readonly<Record<NoticeKind, IconName>> = {
  new_device: 'globe',
  password: 'lock',
  trade_password: 'key',
  trade_password_set: 'key',
  authenticator: 'shield-check',
  authenticator_locked: 'lock',
  token_reused: 'globe',
  mobile: 'phone',
  passkey_added: 'passkey',
  passkey_removed: 'passkey',
  phrase: 'mail',
  frozen: 'pause',
  unfrozen: 'play',
};

/** Returns whether a notice offers the freeze link; a frozen account does not need it. */
const mayBeSomebodyElse = (kind: NoticeKind): boolean => kind !== 'frozen';

type Notice = Output<typeof listNotices>['list'][number];

const PAGE = 20;

const noticesQuery = (scope: string) =>
  infiniteQueryOptions({
    queryKey: [...noticesKey(scope), 'list'],
    queryFn: ({ pageParam, signal }) => call(listNotices, { ...pageParam, limit: PAGE }, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: placeAfter,
  });

const useNotices = () => useInfiniteQuery(noticesQuery(useSessionScope()));

/** Marks visible notices as read, here and on every other device. A failure is retried at the next view or visit. */
function useMarkRead(shown: readonly Notice[]): void {
  const queryClient = useQueryClient();
  const scope = useSessionScope();
  const isSeen = useSyncExternalStore(onSeenChange, () => !document.hidden);
  const { upTo, key } = findUnread(shown) ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: The same place is said again where something else is unread.
  useEffect(() => {
    if (upTo === undefined || !isSeen) return;
    call(readNotices, { up_to: upTo }).then(
      ({ unread }) => queryClient.setQueryData(unreadQuery(scope).queryKey, unread),
      () => undefined,
    );
  }, [upTo, key, isSeen, queryClient, scope]);
}

/** Subscribes to visibility changes: a background page or a locked phone shows nothing to the user. */
function onSeenChange(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

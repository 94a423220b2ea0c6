import { Delayed, Empty, ErrorPanel, momentText, NavBar, Page, PullToRefresh, SkeletonRows, Stale } from '@app/ui';
import { useText } from '../../data/app/texts.ts';
import { useBack } from '../../data/app/use-back.ts';
import { describeFailure } from '../../data/call/describe-failure.ts';
import { LoadMore } from './load-more.tsx';
import { NoticeList } from './notice-list.tsx';
import { useNotices } from './notices.ts';

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

import { Delayed, ErrorPanel, NavBar, Page, Skeleton, SkeletonRows } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { FreezeRow } from './freeze-row.tsx';
import { HeldNote } from './held-note.tsx';
import { useSecurity } from './security.ts';
import { SecurityRows } from './security-rows.tsx';
import { SecurityScore } from './security-score.tsx';

/** /pages/setting/security */
export default function SecurityScreen() {
  const text = useText();
  const back = { label: text('system.back'), go: useBack('/pages/setting/setting') };
  const { data, error, refetch } = useSecurity();
  const retry = { label: text('system.retry'), go: () => void refetch() };
  return (
    <Page bar={<NavBar title={text('auth.security.title')} back={back} />}>
      {data === undefined && error === null && <Loading />}
      {data === undefined && error !== null && (
        <ErrorPanel title={text('system.load.failed')} text={describeFailure(error, text)} retry={retry} />
      )}
      {data !== undefined && (
        <div className="pb-6">
          <SecurityScore security={data} />
          {data.withdrawals_held_until !== null && <HeldNote until={data.withdrawals_held_until} />}
          <SecurityRows security={data} />
          <FreezeRow />
        </div>
      )}
    </Page>
  );
}

const Loading = () => (
  <Delayed>
    <div className="flex items-center gap-4 px-gutter pt-2 pb-4">
      <Skeleton className="size-20 rounded-full" />
      <Skeleton className="h-5 w-40" />
    </div>
    <SkeletonRows count={6} />
  </Delayed>
);

import { Delayed, ErrorPanel, NavBar, Page, Skeleton, SkeletonRows } from '@app/ui';
import { describeFailure } from '../../../shared/describe-failure.ts';
import { useText } from '../../../shared/texts.ts';
import { useBack } from '../../../shared/use-back.ts';
import { useSecurity } from '../api/security.ts';
import { FreezeRow } from '../components/freeze-row.tsx';
import { HeldNote } from '../components/held-note.tsx';
import { SecurityRows } from '../components/security-rows.tsx';
import { SecurityScore } from '../components/security-score.tsx';

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

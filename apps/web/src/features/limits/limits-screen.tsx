import { LIMIT_KINDS } from '@app/domain/limits';
import { Delayed, ErrorPanel, NavBar, Note, Page, Skeleton } from '@app/ui';
import { useCallback } from 'react';
import { useText } from '../../data/app/texts.ts';
import { useBack } from '../../data/app/use-back.ts';
import { describeFailure } from '../../data/call/describe-failure.ts';
import { LimitCard } from './limit-card.tsx';
import { useLimits } from './limits-query.ts';
import { LOOSEN_AFTER_MS, storedLimit } from './stored-limit.ts';

const HOUR_MS = 3_600_000;

/** /pages/plus/limits */
export default function LimitsScreen() {
  const text = useText();
  const back = { label: text('system.back'), go: useBack('/pages/setting/setting') };
  return (
    <Page bar={<NavBar title={text('limits.title')} back={back} />}>
      <div className="px-gutter pt-1 pb-6">
        <p className="text-ink-2">{text('limits.intro', { hours: LOOSEN_AFTER_MS / HOUR_MS })}</p>
        <Limits />
        <div className="mt-4">
          <Note icon="info">{text('limits.always')}</Note>
        </div>
      </div>
    </Page>
  );
}

function Limits() {
  const text = useText();
  const { data, error, isPending, refetch } = useLimits();
  const refresh = useCallback(() => void refetch(), [refetch]);
  if (isPending) return <LimitsLoading />;
  if (data === undefined)
    return (
      <ErrorPanel
        title={text('system.load.failed')}
        text={describeFailure(error, text)}
        retry={{ label: text('system.retry'), go: refresh }}
      />
    );
  return LIMIT_KINDS.map((kind) => (
    <LimitCard key={kind} kind={kind} stored={storedLimit(data, kind)} refresh={refresh} />
  ));
}

/** Three placeholder cards at the real height. */
const LimitsLoading = () => (
  <Delayed>
    {LIMIT_KINDS.map((kind) => (
      <Skeleton key={kind} className="mt-3 h-45 rounded-card" />
    ))}
  </Delayed>
);

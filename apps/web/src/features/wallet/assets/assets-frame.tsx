import { recordsKey } from '@app/client/query';
import { Button, Delayed, durationText, ErrorPanel, Note, PullToRefresh, Skeleton, SkeletonRows, Stale } from '@app/ui';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Balances, useBalances } from '../../../data/account/balances.ts';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useChangeMode } from '../../../data/session/change-mode.ts';
import { useSession, useSessionScope } from '../../../data/session/session.ts';
import type { PriceMark } from '../valuation/price-marks.ts';
import { useStale } from '../valuation/use-stale.ts';

type FrameProps = {
  children: (balances: Balances, updatedAt: number) => ReactNode;
  /** Whether it fills the window and its panes scroll, so that nothing is pulled. */
  isWhole?: boolean;
};

/** Loads the balances, and shows that they load or why they do not. */
export function Assets({ children, isWhole = false }: FrameProps) {
  const text = useText();
  const { data, error, isPending, refetch, dataUpdatedAt } = useBalances();
  const queryClient = useQueryClient();
  const records = { queryKey: recordsKey(useSessionScope()), type: 'active' } as const;
  if (isPending) return <AssetsLoading />;
  if (data === undefined)
    return (
      <ErrorPanel
        title={text('system.load.failed')}
        text={describeFailure(error, text)}
        retry={{ label: text('system.retry'), go: () => void refetch() }}
      />
    );
  if (isWhole) return children(data, dataUpdatedAt);
  return (
    <PullToRefresh
      label={text('system.refresh')}
      busyLabel={text('system.loading')}
      refresh={async () => void (await Promise.all([refetch(), queryClient.refetchQueries(records)]))}
    >
      {children(data, dataUpdatedAt)}
    </PullToRefresh>
  );
}

/** Placeholder with the real heights, so that the layout does not shift when figures arrive. */
function AssetsLoading() {
  return (
    <Delayed>
      <div className="px-gutter pt-1">
        <Skeleton className="h-4.5 w-24" />
        <Skeleton className="mt-2 h-11 w-56" />
        <Skeleton className="mt-8 h-12 rounded-control" />
      </div>
      <div className="mt-12">
        <SkeletonRows count={4} />
      </div>
    </Delayed>
  );
}

type Props = { updatedAt: number; marks: readonly PriceMark[]; children: ReactNode };

/**
 * Dims figures and shows since when they are stale; they are as fresh as the connection and the oldest price in them.
 */
export function LiveFigures({ updatedAt, marks, children }: Props) {
  const text = useText();
  const silentMs = useStale(updatedAt, marks);
  return (
    <Stale stale={silentMs !== undefined} badge={text('system.stale', { time: durationText(silentMs ?? 0) })}>
      {children}
    </Stale>
  );
}

/** Shows an offer of demo mode in `real`, and a reminder in `demo`. */
export function DemoCard() {
  const text = useText();
  const mode = useSession(({ user }) => user?.book);
  return (
    <div className="mt-3 px-gutter">
      {mode === 'demo' ? (
        <Note icon="info" tone="warn">
          {text('wallet.demo.note')}
        </Note>
      ) : (
        <DemoOffer />
      )}
    </div>
  );
}

function DemoOffer() {
  const text = useText();
  const { mutate, isPending, error } = useChangeMode();
  return (
    <section className="card">
      <p className="text-label text-ink-2">{text('wallet.demo.text')}</p>
      <Button className="mt-3" tone="primary" wide busy={isPending} onClick={() => mutate('demo')}>
        {text('wallet.demo.try')}
      </Button>
      {error !== null && (
        <p className="hint hint--error" role="alert">
          {describeFailure(error, text)}
        </p>
      )}
    </section>
  );
}

import { Delayed, ErrorPanel, momentText, Skeleton, Stale } from '@app/ui';
import type { ReactNode } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useConnection } from '../../../data/socket/connection.ts';
import { ownZone } from './zoned-days.ts';

/** Shown when a list failed to load. */
export function OrdersFailed({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  const text = useText();
  return (
    <ErrorPanel
      title={text('system.load.failed')}
      text={describeFailure(error, text)}
      retry={{ label: text('system.retry'), go: () => void onRetry() }}
    />
  );
}

/** Placeholder orders at the final height. */
export const OrderGhosts = ({ count, isShort = false }: { count: number; isShort?: boolean }) => (
  <Delayed>
    {Array.from({ length: count }, (_, index) => index).map((index) => (
      <div key={index} className="order">
        <div className="order__head">
          <Skeleton className="h-4 w-44" />
          <Skeleton className="h-9 w-17 rounded-control" />
        </div>
        <div className="order__grid">
          <Skeleton className="h-8 w-16" />
          <Skeleton className="h-8 w-20" />
          <Skeleton className="ml-auto h-8 w-10" />
        </div>
        {!isShort && <div className="h-3.5" />}
      </div>
    ))}
  </Delayed>
);

type Props = { query: { isRefetchError: boolean; dataUpdatedAt: number }; children: ReactNode };

/** Dims and dates the last known list while no updates can arrive; it stays usable. */
export function LastKnown({ query: { isRefetchError, dataUpdatedAt }, children }: Props) {
  const text = useText();
  const isCut = useConnection(({ isOnline, socket }) => !isOnline || socket === 'lost');
  return (
    <Stale
      stale={isRefetchError || isCut}
      badge={text('system.stale', { time: momentText(dataUpdatedAt, ownZone(), Date.now()) })}
    >
      {children}
    </Stale>
  );
}

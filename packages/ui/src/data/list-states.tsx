import type { ReactNode } from 'react';
import { Stale } from '../feedback/stale.tsx';
import { ErrorPanel } from '../feedback/states.tsx';
import { momentText } from './time-text.ts';

/** Texts of a list in the user's language, and whether updates arrive. */
export type ListLabels = {
  readonly failed: string;
  readonly why: (error: Error) => string;
  readonly retry: string;
  readonly end: string;
  readonly stale: (time: string) => string;
  readonly zone: string;
  readonly isCut: boolean;
};

/** What a list says about its age. */
export type KnownList = { readonly isRefetchError: boolean; readonly dataUpdatedAt: number };

type FailedProps = { labels: Pick<ListLabels, 'failed' | 'why' | 'retry'>; error: Error; onRetry: () => unknown };

/** Shown when a list failed to load. */
export function ListFailed({ labels, error, onRetry }: FailedProps) {
  return (
    <ErrorPanel
      title={labels.failed}
      text={labels.why(error)}
      retry={{ label: labels.retry, go: () => void onRetry() }}
    />
  );
}

type LastKnownProps = {
  query: KnownList;
  labels: Pick<ListLabels, 'stale' | 'zone' | 'isCut'>;
  children: ReactNode;
};

/** Dims and dates the last known list while no updates can arrive; it stays usable. */
export function LastKnown({ query: { isRefetchError, dataUpdatedAt }, labels, children }: LastKnownProps) {
  return (
    <Stale
      stale={isRefetchError || labels.isCut}
      badge={labels.stale(momentText(dataUpdatedAt, labels.zone, Date.now()))}
    >
      {children}
    </Stale>
  );
}

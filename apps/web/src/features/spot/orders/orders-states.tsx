import { Delayed, LastKnown as Known, ListFailed, Skeleton } from '@app/ui';
import type { ComponentProps } from 'react';
import { useListLabels } from '../../../data/app/list-labels.ts';

/** Shown when a list failed to load. */
export const OrdersFailed = (props: Omit<ComponentProps<typeof ListFailed>, 'labels'>) => (
  <ListFailed {...props} labels={useListLabels()} />
);

/** Dims and dates the last known list while no updates can arrive. */
export const LastKnown = (props: Omit<ComponentProps<typeof Known>, 'labels'>) => (
  <Known {...props} labels={useListLabels()} />
);

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

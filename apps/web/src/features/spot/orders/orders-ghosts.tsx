import { Delayed, Skeleton } from '@app/ui';

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

import { Delayed, Skeleton, SkeletonRows } from '@app/ui';

/** Placeholder as high as the loaded page: fields on the left, an order book on the right. */
export function SpotLoading() {
  return (
    <Delayed>
      <div className="trade" aria-hidden="true">
        <div className="grid content-start gap-2">
          {['h-10', 'h-11', 'h-11', 'h-11', 'h-15', 'h-11', 'h-11', 'h-12'].map((height, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they never change places.
            <Skeleton key={index} className={`${height} rounded-chip`} />
          ))}
        </div>
        <Skeleton className="h-94 rounded-chip" />
      </div>
      <div className="mt-8">
        <SkeletonRows count={2} />
      </div>
    </Delayed>
  );
}

import { Delayed, Skeleton, SkeletonRows } from '@app/ui';

/** Placeholder with the real heights, so that the layout does not shift when figures arrive. */
export function AssetsLoading() {
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

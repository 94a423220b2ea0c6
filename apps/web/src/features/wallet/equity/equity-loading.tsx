import { Skeleton, SkeletonChart } from '@app/ui';

/** Placeholder with the real heights, so that the layout does not shift when figures arrive. */
export function EquityLoading() {
  return (
    <>
      <div className="px-gutter pt-2">
        <div className="flex h-4.5 items-center">
          <Skeleton className="h-3.5 w-24" />
        </div>
        <div className="mt-0.5 flex h-12 items-center">
          <Skeleton className="h-9 w-52" />
        </div>
        <ChangeLoading />
      </div>
      <LineLoading />
    </>
  );
}

export const ChangeLoading = () => (
  <div className="mt-1 flex h-4.5 items-center">
    <Skeleton className="h-3.5 w-40" />
  </div>
);

export const LineLoading = () => (
  <div className="mt-1 h-23 overflow-hidden">
    <SkeletonChart height={92} />
  </div>
);

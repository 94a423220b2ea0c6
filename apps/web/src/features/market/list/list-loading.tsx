import { marketRowClass, Skeleton } from '@app/ui';

const ROWS = Array.from({ length: 10 }, (_, index) => index);

/** Placeholder rows at the final height. */
export function ListLoading() {
  return ROWS.map((at) => (
    <div key={at} className="mrow-box">
      <div className={marketRowClass}>
        <Skeleton className="size-8 rounded-full" />
        <div className="row__main">
          <Skeleton className="h-4 w-20" />
          <Skeleton className="mt-1.5 h-3 w-14" />
        </div>
        <div className="mrow__trail flex flex-col items-end">
          <Skeleton className="h-4 w-20" />
          <Skeleton className="mt-1.5 h-3 w-16" />
        </div>
        <Skeleton className="h-8 w-19 rounded-chip" />
      </div>
    </div>
  ));
}

/** Placeholder rows with the line and the chips above them. */
export function ListPageLoading() {
  return (
    <>
      <div className="px-gutter pt-3">
        <Skeleton className="h-4.5 w-28" />
        <Skeleton className="mt-2 mb-1 h-0.5" />
        <div className="mt-3 mb-1 flex gap-2">
          <Skeleton className="h-8 w-12 rounded-chip" />
          <Skeleton className="h-8 w-16 rounded-chip" />
        </div>
        <div className="h-8" />
      </div>
      <ListLoading />
    </>
  );
}

import { Skeleton } from './skeleton.tsx';

const BARS = [9, 14, 12, 20, 16, 24, 28, 21, 32, 25, 29, 36] as const;
const TALLEST = 40;

/** Renders the placeholder of a loading chart, with its mark already in place. */
export function SkeletonChart({ height }: { height: number }) {
  return (
    <div className="skchart" style={{ '--h': `${height}px` }} aria-hidden="true">
      {BARS.map((bar) => (
        <i key={bar} className="sk skchart__bar" style={{ '--v': `${(bar / TALLEST) * 100}%` }} />
      ))}
      <i className="skchart__mark" />
    </div>
  );
}

/** Renders the placeholder of a loading card: head, one line, three figures. */
export function SkeletonCard() {
  return (
    <div className="card" aria-hidden="true">
      <div className="flex items-center gap-3">
        <Skeleton className="size-10 rounded-full" />
        <div className="grow">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="mt-1.5 h-3 w-20" />
        </div>
        <Skeleton className="h-5 w-16" />
      </div>
      <Skeleton className="mt-4 h-0.5 w-full" />
      <div className="mt-4 flex justify-between">
        <Skeleton className="h-8 w-20" />
        <Skeleton className="h-8 w-20" />
        <Skeleton className="h-8 w-20" />
      </div>
    </div>
  );
}

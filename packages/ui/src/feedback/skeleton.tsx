import { type ReactNode, useEffect, useState } from 'react';

const QUIET_MS = 200; // Spec: the loading view appears after 200 ms, so that fast responses do not flicker.

/** Shows its children only after `ms`, so that short waits show nothing. */
export function Delayed({ children, ms = QUIET_MS }: { children: ReactNode; ms?: number }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return <div className={isDue ? '' : 'invisible'}>{children}</div>;
}

export const Skeleton = ({ className }: { className: string }) => <span className={`sk ${className}`} />;

/** Renders placeholder rows of the real height, so that nothing shifts when the list arrives. */
export function SkeletonRows({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => index).map((index) => (
    <div key={index} className="row">
      <Skeleton className="size-8 rounded-full" />
      <div className="row__main">
        <Skeleton className="h-4 w-16" />
        <Skeleton className="mt-1.5 h-3 w-24" />
      </div>
      <Skeleton className="h-4 w-20" />
    </div>
  ));
}

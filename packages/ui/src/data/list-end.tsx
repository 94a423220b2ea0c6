import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '../entry/button.tsx';
import { SkeletonRows } from '../feedback/skeleton.tsx';

type Props = {
  query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly fetchNextPage: () => unknown;
  };
  labels: { readonly retry: string; readonly end: string };
};

/**
 * Ends a list whose rows differ in height, such as one grouped by day: loads the next page when it scrolls into view. After
 * a failure it waits for a press.
 */
export function ListEnd({ query, labels }: Props) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  const end = useRef<HTMLDivElement>(null);
  const isWatching = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  const load = useEffectEvent(() => void query.fetchNextPage());
  useEffect(() => {
    if (!isWatching || end.current === null) return undefined;
    const watcher = new IntersectionObserver(([seen]) => seen?.isIntersecting && load(), { rootMargin: '200px' });
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [isWatching]);
  if (isFetchingNextPage) return <SkeletonRows count={2} />;
  if (!hasNextPage) return <p className="vlist__end">{labels.end}</p>;
  return (
    <div ref={end} className="vlist__end">
      {isFetchNextPageError && (
        <Button size="small" onClick={() => void query.fetchNextPage()}>
          {labels.retry}
        </Button>
      )}
    </div>
  );
}

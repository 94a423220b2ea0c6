import { Button, SkeletonRows } from '@app/ui';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useText } from '../../data/app/texts.ts';
import type { useNotices } from './notices.ts';

type Query = Pick<
  ReturnType<typeof useNotices>,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>;

/** Loads the next page when the end of this one scrolls into view. After a failure it waits for a press. */
export function LoadMore({ query }: { query: Query }) {
  const text = useText();
  const end = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const isWatching = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  const loadMore = useEffectEvent(() => void fetchNextPage());
  useEffect(() => {
    if (!isWatching || end.current === null) return undefined;
    const watcher = new IntersectionObserver(([seen]) => seen?.isIntersecting && loadMore(), { rootMargin: '200px' });
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [isWatching]);
  if (isFetchingNextPage) return <SkeletonRows count={2} />;
  if (!hasNextPage) return <p className="vlist__end">{text('system.more.end')}</p>;
  return (
    <div ref={end} className="flex h-15 justify-center">
      {isFetchNextPageError && (
        <Button size="small" onClick={() => void fetchNextPage()}>
          {text('system.retry')}
        </Button>
      )}
    </div>
  );
}

import type { ArticleCategory } from '@app/domain/content';
import { Delayed, ErrorPanel, InfiniteList, Skeleton } from '@app/ui';
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode, RefObject } from 'react';
import { type Text, useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { type Heading, headingPagesQuery, useLanguage } from '../article/articles.ts';
import { HeadingRow } from '../article/heading-row.tsx';

/** Row height for two lines of title, one of summary and a day, or a picture of 72. */
const ROW_HEIGHT = 96;
const ROWS_AT_FIRST = 6;

type Pages = UseInfiniteQueryResult<InfiniteData<{ list: readonly Heading[] }>>;
type Next = ComponentProps<typeof InfiniteList<Heading>>['next'];
type Props = {
  category: ArticleCategory;
  label: string;
  scrollRef: RefObject<HTMLElement | null>;
  none: ReactNode;
};

/** Lists a category newest first and loads more as the user scrolls. */
export function ArticleList({ category, label, scrollRef, none }: Props) {
  const text = useText();
  const pages = useInfiniteQuery(headingPagesQuery(useLanguage(), category));
  if (pages.isPending) return <RowsLoading count={ROWS_AT_FIRST} />;
  if (pages.data === undefined)
    return (
      <ErrorPanel
        title={text('system.load.failed')}
        text={describeFailure(pages.error, text)}
        retry={{ label: text('system.retry'), go: () => void pages.refetch() }}
      />
    );
  const items = pages.data.pages.flatMap(({ list }) => list);
  if (items.length === 0) return none;
  return (
    <InfiniteList
      label={label}
      items={items}
      scrollRef={scrollRef}
      rowHeight={ROW_HEIGHT}
      keyOf={({ id }) => String(id)}
      row={(heading) => <HeadingRow heading={heading} />}
      next={nextOf(pages, text)}
    />
  );
}

function nextOf(pages: Pages, text: Text): Next {
  const load = () => void pages.fetchNextPage();
  if (pages.isFetchingNextPage) return { state: 'loading', rows: <RowsLoading count={2} /> };
  if (pages.isFetchNextPageError)
    return { state: 'failed', label: text('system.load.failed'), retry: { label: text('system.retry'), go: load } };
  return pages.hasNextPage ? { state: 'more', load } : { state: 'end', label: text('system.more.end') };
}

const RowsLoading = ({ count }: { count: number }) => (
  <Delayed>
    {Array.from({ length: count }, (_, index) => index).map((index) => (
      <div key={index} className="row h-24">
        <div className="row__main">
          <Skeleton className="h-4 w-full" />
          <Skeleton className="mt-1.5 h-4 w-3/5" />
          <Skeleton className="mt-2 h-3 w-20" />
        </div>
      </div>
    ))}
  </Delayed>
);

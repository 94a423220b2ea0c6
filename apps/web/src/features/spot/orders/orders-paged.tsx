import { InfiniteList } from '@app/ui';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode, RefObject } from 'react';
import { type Text, useText } from '../../../data/app/texts.ts';
import { OrdersFailed } from './orders-failed.tsx';
import { LastKnown } from './orders-last-known.tsx';

type Listed = { readonly id: bigint };
type Pages<Item> = UseInfiniteQueryResult<InfiniteData<{ list: readonly Item[] }>>;
type List<Item> = ComponentProps<typeof InfiniteList<Item>>;
type Props<Item> = {
  query: Pages<Item>;
  label: string;
  rowHeight: number;
  row: (item: Item) => ReactNode;
  scrollRef: RefObject<HTMLElement | null>;
  ghosts: (count: number) => ReactNode;
  empty: ReactNode;
};

const AT_FIRST = 5;

/** Renders a list that loads more on scroll, with its loading, empty and error states. */
export function PagedList<Item extends Listed>({ query, ghosts, empty, ...list }: Props<Item>) {
  const text = useText();
  const { data, error, refetch } = query;
  if (data === undefined) return error === null ? ghosts(AT_FIRST) : <OrdersFailed error={error} onRetry={refetch} />;
  const items = onceEach(data.pages.flatMap((page) => page.list));
  if (items.length === 0) return empty;
  return (
    <LastKnown query={query}>
      <InfiniteList {...list} items={items} keyOf={({ id }) => String(id)} next={nextOf(query, ghosts(2), text)} />
    </LastKnown>
  );
}

function nextOf<Item>(query: Pages<Item>, rows: ReactNode, text: Text): List<Item>['next'] {
  const load = () => void query.fetchNextPage();
  if (query.isFetchingNextPage) return { state: 'loading', rows };
  if (query.isFetchNextPageError)
    return { state: 'failed', label: text('system.load.failed'), retry: { label: text('system.retry'), go: load } };
  return query.hasNextPage ? { state: 'more', load } : { state: 'end', label: text('system.more.end') };
}

/**
 * Removes duplicates: an order that closes while the user scrolls pushes others to the next page, where they appear
 * again.
 */
const onceEach = <Item extends Listed>(items: readonly Item[]): readonly Item[] => [
  ...new Map(items.map((item) => [item.id, item])).values(),
];

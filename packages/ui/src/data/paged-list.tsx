import type { ComponentProps, ReactNode, RefObject } from 'react';
import { InfiniteList } from './infinite-list.tsx';
import { type KnownList, LastKnown, ListFailed, type ListLabels } from './list-states.tsx';

type Listed = { readonly id: bigint };
/** What a list needs of the query that reads it page by page. */
type Pages<Item> = KnownList & {
  readonly data: { readonly pages: readonly { readonly list: readonly Item[] }[] } | undefined;
  readonly error: Error | null;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly refetch: () => unknown;
  readonly fetchNextPage: () => unknown;
};
type List<Item> = ComponentProps<typeof InfiniteList<Item>>;
type Props<Item> = {
  query: Pages<Item>;
  labels: ListLabels;
  label: string;
  rowHeight: number;
  row: (item: Item) => ReactNode;
  scrollRef: RefObject<HTMLElement | null>;
  ghosts: (count: number) => ReactNode;
  empty: ReactNode;
};

const AT_FIRST = 5;

/** Renders a list that loads more on scroll, with its loading, empty and error states. */
export function PagedList<Item extends Listed>({ query, labels, ghosts, empty, ...list }: Props<Item>) {
  const { data, error, refetch } = query;
  if (data === undefined)
    return error === null ? ghosts(AT_FIRST) : <ListFailed labels={labels} error={error} onRetry={refetch} />;
  const items = onceEach(data.pages.flatMap((page) => page.list));
  if (items.length === 0) return empty;
  return (
    <LastKnown query={query} labels={labels}>
      <InfiniteList {...list} items={items} keyOf={({ id }) => String(id)} next={nextOf(query, ghosts(2), labels)} />
    </LastKnown>
  );
}

function nextOf<Item>(query: Pages<Item>, rows: ReactNode, { failed, retry, end }: ListLabels): List<Item>['next'] {
  const load = () => void query.fetchNextPage();
  if (query.isFetchingNextPage) return { state: 'loading', rows };
  if (query.isFetchNextPageError) return { state: 'failed', label: failed, retry: { label: retry, go: load } };
  return query.hasNextPage ? { state: 'more', load } : { state: 'end', label: end };
}

/**
 * Removes duplicates: a row that is added while the user scrolls pushes others to the next page, where they appear
 * again.
 */
const onceEach = <Item extends Listed>(items: readonly Item[]): readonly Item[] => [
  ...new Map(items.map((item) => [item.id, item])).values(),
];

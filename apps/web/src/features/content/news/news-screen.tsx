import { ARTICLE_CATEGORIES, type ArticleCategory } from '@app/domain/content';
import { ChipGroup, Delayed, Empty, ErrorPanel, InfiniteList, NavBar, Page, PullToRefresh, Skeleton } from '@app/ui';
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { type ComponentProps, type RefObject, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { type Text, useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { type Heading, headingPagesQuery, useLanguage } from '../article/articles.ts';
import { HeadingRow } from '../article/heading-row.tsx';

const KINDS = ['news', 'activity'] as const;

/** /pages/index/news; the category is in the address, so that going back restores it. */
export default function NewsScreen() {
  const text = useText();
  const language = useLanguage();
  const queryClient = useQueryClient();
  const [address, setAddress] = useSearchParams();
  const region = useRef<HTMLElement>(null);
  const kind = KINDS.find((it) => it === address.get('kind')) ?? 'news';
  const category = ARTICLE_CATEGORIES[kind];
  const back = { label: text('system.back'), go: useBack() };
  const refresh = () => queryClient.refetchQueries(headingPagesQuery(language, category));
  return (
    <Page bar={<NavBar title={text('content.news.title')} back={back} />}>
      <div
        ref={(element) => {
          region.current = element?.closest<HTMLElement>('.scroll') ?? null;
        }}
      >
        <PullToRefresh label={text('system.refresh')} busyLabel={text('system.loading')} refresh={refresh}>
          <div className="px-gutter pt-2 pb-2">
            <ChipGroup
              label={text('content.news.kinds')}
              chips={KINDS.map((value) => ({ value, label: text(`content.news.${value}`) }))}
              value={kind}
              onChange={(chosen) => setAddress({ kind: chosen }, { replace: true })}
            />
          </div>
          <NewsList key={kind} category={category} label={text(`content.news.${kind}`)} scrollRef={region} />
        </PullToRefresh>
      </div>
    </Page>
  );
}

/** Row height for two lines of title, one of summary and a day, or a picture of 72. */
const ROW_HEIGHT = 96;
const ROWS_AT_FIRST = 6;

type Pages = UseInfiniteQueryResult<InfiniteData<{ list: readonly Heading[] }>>;
type Next = ComponentProps<typeof InfiniteList<Heading>>['next'];
type Props = { category: ArticleCategory; label: string; scrollRef: RefObject<HTMLElement | null> };

/** Lists a category newest first and loads more as the user scrolls. */
function NewsList({ category, label, scrollRef }: Props) {
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
  if (items.length === 0) return <Empty title={text('content.news.none')} />;
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

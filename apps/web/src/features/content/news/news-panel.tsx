import { Skeleton } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { newestQuery, useLanguage } from '../article/articles.ts';
import { HeadingRow } from '../article/heading-row.tsx';
import { SmallFailure } from '../article/small-failure.tsx';

const ROWS = [0, 1, 2] as const;

/** Shows the three newest articles and a link to all of them. */
export default function NewsPanel() {
  const text = useText();
  const { data, isPending, refetch } = useQuery(newestQuery(useLanguage()));
  if (data?.length === 0) return null;
  return (
    <section>
      <div className="flex min-h-11 items-center justify-between gap-3 px-gutter">
        <h2 className="text-title">{text('content.news.title')}</h2>
        <Link className="hit text-label text-ink-2" to="/pages/index/news">
          {text('content.news.all')}
        </Link>
      </div>
      {isPending && ROWS.map((row) => <RowLoading key={row} />)}
      {!isPending && data === undefined && <SmallFailure retry={() => void refetch()} />}
      {data?.map((heading) => (
        <div key={String(heading.id)} className="min-h-20">
          <HeadingRow heading={heading} />
        </div>
      ))}
    </section>
  );
}

const RowLoading = () => (
  <div className="row h-20">
    <div className="row__main">
      <Skeleton className="h-4 w-4/5" />
      <Skeleton className="mt-2 h-3 w-20" />
    </div>
  </div>
);

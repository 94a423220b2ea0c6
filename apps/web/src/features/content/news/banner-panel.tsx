import { ARTICLE_CATEGORIES } from '@app/domain/content';
import { Mark, Skeleton } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { articlePath, localeOf } from '../article/article-format.ts';
import { allHeadingsQuery, type Heading, useLanguage } from '../article/articles.ts';
import { SmallFailure } from '../article/small-failure.tsx';

/** Shows one static card, or several to swipe through. None moves automatically. */
export default function BannerPanel() {
  const text = useText();
  const { data, isPending, refetch } = useQuery(allHeadingsQuery(useLanguage(), ARTICLE_CATEGORIES.banner));
  const [shown, setShown] = useState(0);
  if (isPending) return <Skeleton className="mx-gutter h-29 rounded-card" />;
  if (data === undefined) return <SmallFailure retry={() => void refetch()} />;
  if (data.length === 0) return null;
  return (
    <section aria-label={text('content.banner')}>
      <div
        className="flex snap-x snap-mandatory scroll-px-4 gap-3 overflow-x-auto px-gutter [scrollbar-width:none]"
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setShown(Math.round(scrollLeft / clientWidth))}
      >
        {data.map((heading) => (
          <Card key={String(heading.id)} heading={heading} />
        ))}
      </div>
      {data.length > 1 && <Dots count={data.length} shown={shown} />}
    </section>
  );
}

function Card({ heading: { id, title, summary, cover, lang } }: { heading: Heading }) {
  return (
    <Link
      className="flex min-h-29 w-full shrink-0 snap-start items-center gap-4 rounded-card bg-s1 px-4 py-3"
      to={articlePath(id)}
    >
      <span lang={localeOf(lang)} className="min-w-0 grow">
        <span className="line-clamp-2 text-title" data-truncated>
          {title}
        </span>
        <span className="mt-1 line-clamp-4 text-label text-ink-2" data-truncated>
          {summary}
        </span>
      </span>
      {cover === null ? (
        <span className="text-ink-3">
          <Mark size={40} />
        </span>
      ) : (
        <img className="h-18 w-24 rounded-chip object-cover" src={cover} alt="" loading="lazy" />
      )}
    </Link>
  );
}

/** Marks which card is visible; the user swipes the cards, not the dots. */
function Dots({ count, shown }: { count: number; shown: number }) {
  return (
    <div className="mt-2 flex justify-center gap-1.5" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => index).map((index) => (
        <i key={index} className={`h-1 rounded-full ${index === shown ? 'w-4 bg-brand' : 'w-1 bg-s3'}`} />
      ))}
    </div>
  );
}

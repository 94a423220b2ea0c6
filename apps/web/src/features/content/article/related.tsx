import { useQuery } from '@tanstack/react-query';
import { useText } from '../../../data/app/texts.ts';
import { type Article, allHeadingsQuery, useLanguage } from './articles.ts';
import { AnswerRow } from './heading-row.tsx';

const SHOWN = 3;

/**
 * Shows other articles of the same category. On a failed fetch it shows nothing, because the reader loses nothing
 * important.
 */
export function Related({ article: { id, c_id } }: { article: Article }) {
  const text = useText();
  const { data = [] } = useQuery(allHeadingsQuery(useLanguage(), c_id));
  const others = data.filter((heading) => heading.id !== id).slice(0, SHOWN);
  if (others.length === 0) return null;
  return (
    <section className="mt-8 pb-6">
      <h2 className="mb-2 px-gutter text-title">{text('content.article.related')}</h2>
      <div className="group">
        {others.map((heading) => (
          <AnswerRow key={String(heading.id)} heading={heading} />
        ))}
      </div>
    </section>
  );
}

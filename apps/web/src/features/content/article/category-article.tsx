import type { ArticleCategory } from '@app/domain/content';
import { Empty } from '@app/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useText } from '../../../data/app/texts.ts';
import { ArticleBody } from './article-body.tsx';
import { allHeadingsQuery, articleQuery, useLanguage } from './articles.ts';
import { useDay } from './day.ts';
import { localeOf } from './locale-of.ts';
import { OtherLanguage } from './other-language.tsx';
import { readBody } from './read-body.ts';

/** Renders the only article of a category as the text of its page. Suspends: show it inside a `Panel`. */
export function CategoryArticle({ category }: { category: ArticleCategory }) {
  const text = useText();
  const { data: headings } = useSuspenseQuery(allHeadingsQuery(useLanguage(), category));
  const [first] = headings;
  return first === undefined ? <Empty title={text('content.article.none')} /> : <Inline id={first.id} />;
}

function Inline({ id }: { id: bigint }) {
  const text = useText();
  const day = useDay('long');
  const { data: article } = useSuspenseQuery(articleQuery(useLanguage(), id));
  if (article === null) return <Empty title={text('content.article.none')} />;
  return (
    <div className="px-gutter">
      <OtherLanguage lang={article.lang} />
      <ArticleBody nodes={readBody(article.body)} size="normal" level={2} lang={localeOf(article.lang)} />
      <p className="mt-4 text-label text-ink-3">{text('content.article.changed', { day: day(article.changed_at) })}</p>
    </div>
  );
}

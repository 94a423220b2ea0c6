import { buttonClass, Empty } from '@app/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { ArticleBody } from './article-body.tsx';
import { type Article, articleQuery, useLanguage } from './articles.ts';
import { useDay } from './day.ts';
import { localeOf } from './locale-of.ts';
import { OtherLanguage } from './other-language.tsx';
import { readBody } from './read-body.ts';
import { Related } from './related.tsx';
import { TextSizeKeys, useTextSize } from './text-size-keys.tsx';

/** Suspends: show it inside a `Panel`. */
export function ArticleView({ id }: { id: bigint }) {
  const { data: article } = useSuspenseQuery(articleQuery(useLanguage(), id));
  return article === null ? <NoArticle /> : <Reading article={article} />;
}

function Reading({ article }: { article: Article }) {
  const text = useText();
  const day = useDay('long');
  const [size, setSize] = useTextSize();
  const { title, summary, at, changed_at, body } = article;
  const lang = localeOf(article.lang);
  const wasChanged = day(changed_at) !== day(at) && changed_at > at;
  return (
    <>
      <article className="px-gutter pt-2">
        <h2 lang={lang} className="text-hero text-balance wrap-anywhere">
          {title}
        </h2>
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-3">
          <p className="text-label text-ink-3">
            {wasChanged ? text('content.article.changed', { day: day(changed_at) }) : day(at)}
          </p>
          <TextSizeKeys size={size} onChoose={setSize} />
        </div>
        <OtherLanguage lang={article.lang} />
        <p lang={lang} className="mt-4 mb-5 border-l-2 border-brand pl-3 text-body text-ink">
          {summary}
        </p>
        <ArticleBody nodes={readBody(body)} size={size} level={3} lang={lang} />
      </article>
      <Related article={article} />
    </>
  );
}

/** Shown when the article was withdrawn or the id never existed. */
export function NoArticle() {
  const text = useText();
  const action = (
    <Link className={buttonClass({ size: 'small' })} to="/pages/setting/help" replace>
      {text('content.article.none.action')}
    </Link>
  );
  return (
    <div className="middle">
      <Empty title={text('content.article.none')} text={text('content.article.none.text')} action={action} />
    </div>
  );
}

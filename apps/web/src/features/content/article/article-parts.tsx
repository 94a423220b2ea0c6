import type { ArticleCategory } from '@app/domain/content';
import type { Language } from '@app/i18n';
import { Empty, Note, Skeleton } from '@app/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useLocale, useText } from '../../../data/app/texts.ts';
import { ArticleBody } from './article-body.tsx';
import { localeOf, useDay } from './article-format.ts';
import { allHeadingsQuery, articleQuery, useLanguage } from './articles.ts';
import { readBody } from './read-body.ts';

const LINES = ['w-full', 'w-11/12', 'w-full', 'w-3/4'] as const;

/** Placeholder lines for text that is loading. */
export function TextLoading({ paragraphs = 3 }: { paragraphs?: number }) {
  return (
    <div className="grid gap-6 px-gutter" aria-hidden="true">
      {Array.from({ length: paragraphs }, (_, index) => index).map((index) => (
        <div key={index} className="grid gap-2.5">
          {LINES.map((width, line) => (
            <Skeleton key={line === 0 ? 'first' : width} className={`h-4 ${width}`} />
          ))}
        </div>
      ))}
    </div>
  );
}

export function ArticleLoading() {
  return (
    <div aria-hidden="true">
      <div className="px-gutter pt-2 pb-6">
        <Skeleton className="h-8 w-full" />
        <Skeleton className="mt-2 h-8 w-3/5" />
        <Skeleton className="mt-4 h-4 w-28" />
      </div>
      <TextLoading />
    </div>
  );
}

/** Notes that the original is shown where an article has no translation into the wanted language. */
export function OtherLanguage({ lang, wanted }: { lang: string; wanted?: Language }) {
  const text = useText();
  const locale = useLocale();
  const shown = useLanguage();
  if (lang === (wanted ?? shown)) return null;
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(localeOf(lang)) ?? lang;
  return (
    <div className="mt-4">
      <Note icon="globe">{text('content.article.other_language', { language: name })}</Note>
    </div>
  );
}

type CategoryProps = { category: ArticleCategory; language?: Language | undefined };

/**
 * Renders the only article of a category as the text of its page, in the app's language or in a given one. Suspends:
 * show it inside a `Panel`.
 */
export function CategoryArticle({ category, language }: CategoryProps) {
  const text = useText();
  const shown = useLanguage();
  const wanted = language ?? shown;
  const { data: headings } = useSuspenseQuery(allHeadingsQuery(wanted, category));
  const [first] = headings;
  return first === undefined ? (
    <Empty title={text('content.article.none')} />
  ) : (
    <Inline id={first.id} language={wanted} />
  );
}

function Inline({ id, language }: { id: bigint; language: Language }) {
  const text = useText();
  const day = useDay('long');
  const { data: article } = useSuspenseQuery(articleQuery(language, id));
  if (article === null) return <Empty title={text('content.article.none')} />;
  return (
    <div className="px-gutter">
      <OtherLanguage lang={article.lang} wanted={language} />
      <ArticleBody nodes={readBody(article.body)} size="normal" level={2} lang={localeOf(article.lang)} />
      <p className="mt-4 text-label text-ink-3">{text('content.article.changed', { day: day(article.changed_at) })}</p>
    </div>
  );
}

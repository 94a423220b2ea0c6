import { ARTICLE_CATEGORIES } from '@app/domain/content';
import { Empty } from '@app/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useText } from '../../../data/app/texts.ts';
import { allHeadingsQuery, type Heading, useLanguage } from '../article/articles.ts';
import { AnswerRow } from '../article/heading-row.tsx';
import { findHeadings, joinHeadings } from './find-headings.ts';
import { useFound } from './use-found.ts';

/** Shows the most frequent questions, or search results: matches on the device at once, the server's after them. */
export function HelpAnswers({ query }: { query: string }) {
  const text = useText();
  const language = useLanguage();
  const { data: questions } = useSuspenseQuery(allHeadingsQuery(language, ARTICLE_CATEGORIES.help));
  const { found, isSearching } = useFound(query);
  if (query === '') return <Answers title={text('content.help.questions')} headings={questions} />;
  const matches = joinHeadings(findHeadings(query, questions), found);
  return (
    <>
      <p role="status" className="sr-only">
        {isSearching ? '' : text('content.help.found', { count: matches.length })}
      </p>
      {matches.length > 0 && <Answers title={text('content.help.answers')} headings={matches} />}
      {matches.length === 0 && !isSearching && (
        <div className="mt-6">
          <Empty title={text('content.help.none', { query })} text={text('content.help.none.text')} />
        </div>
      )}
    </>
  );
}

function Answers({ title, headings }: { title: string; headings: readonly Heading[] }) {
  if (headings.length === 0) return null;
  return (
    <section className="mt-5">
      <h2 className="mb-2 px-gutter text-title">{title}</h2>
      <div className="group">
        {headings.map((heading) => (
          <AnswerRow key={String(heading.id)} heading={heading} />
        ))}
      </div>
    </section>
  );
}

import { useId } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { AnswerRow } from '../article/heading-row.tsx';
import { useFound } from './use-found.ts';

const SHOWN = 5;

/** Shows matching articles below the other search results; shows nothing if there are none or the search fails. */
export default function SearchArticlesPanel({ query }: { query: string }) {
  const text = useText();
  const id = useId();
  const { found } = useFound(query.trim());
  if (found.length === 0) return null;
  return (
    <section className="pt-2" aria-labelledby={id}>
      <h2 id={id} className="flex min-h-11 items-center px-gutter text-label text-ink-3">
        {text('content.search.title')}
      </h2>
      {found.slice(0, SHOWN).map((heading) => (
        <AnswerRow key={String(heading.id)} heading={heading} />
      ))}
    </section>
  );
}

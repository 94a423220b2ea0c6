import { ARTICLE_CATEGORIES } from '@app/domain/content';
import { Empty, Icon, NavBar, Page, Panel, SearchField, SkeletonRows } from '@app/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { Slot } from '../../../data/app/slots.tsx';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { allHeadingsQuery, type Heading, useLanguage } from '../article/articles.ts';
import { AnswerRow } from '../article/heading-row.tsx';
import { findHeadings, joinHeadings } from './find-headings.ts';
import { useFound } from './use-found.ts';

/** /pages/setting/help; the search text is in the address, so that going back from an article restores the results. */
export default function HelpScreen() {
  const text = useText();
  const [address, setAddress] = useSearchParams();
  const typed = address.get('q') ?? '';
  const search = (query: string) => setAddress(query === '' ? {} : { q: query }, { replace: true });
  const back = { label: text('system.back'), go: useBack() };
  return (
    <Page bar={<NavBar title={text('content.help.title')} back={back} />}>
      <div className="px-gutter pt-2">
        <SearchField
          label={text('content.help.search')}
          value={typed}
          onChange={search}
          clearLabel={text('system.clear')}
        />
      </div>
      <Panel loading={<SkeletonRows count={5} />}>
        <HelpAnswers query={typed.trim()} />
      </Panel>
      {typed.trim() === '' && (
        <div className="px-gutter">
          <Slot name="spot.fees" loading={<SkeletonRows count={4} />} />
        </div>
      )}
      <StillStuck />
    </Page>
  );
}

/** Links to human support for readers whom no article helped. */
function StillStuck() {
  const text = useText();
  return (
    <Link className="card mx-gutter mt-6 mb-6 flex items-center gap-4" to="/pages/setting/contactUs">
      <span className="text-brand">
        <Icon name="headset" />
      </span>
      <span className="grow">
        <span className="block font-semibold">{text('content.help.stuck')}</span>
        <span className="block text-label text-ink-3">{text('content.help.stuck.text')}</span>
      </span>
      <span className="text-ink-3">
        <Icon name="right" size={16} />
      </span>
    </Link>
  );
}

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
          <Empty title={text('content.help.none', { words: query })} text={text('content.help.none.text')} />
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

import { Empty, Icon, NavBar, Page, Panel } from '@app/ui';
import { useSuspenseQueries } from '@tanstack/react-query';
import { useId } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { ArticleBody } from './article-body.tsx';
import { localeOf, useDay } from './article-format.ts';
import { ArticleLoading, OtherLanguage } from './article-parts.tsx';
import { type Article, articleQuery, useLanguage } from './articles.ts';
import { CHAPTERS, paperEdition } from './paper.ts';
import { readBody } from './read-body.ts';

/** /pages/setting/whitePage */
export default function WhitePageScreen() {
  const text = useText();
  const back = { label: text('system.back'), go: useBack() };
  return (
    <Page bar={<NavBar title={text('content.paper.title')} back={back} />}>
      <Panel loading={<ArticleLoading />}>
        <PaperView />
      </Panel>
    </Page>
  );
}

/** Shows the available chapters in order. Suspends: show it inside a `Panel`. */
function PaperView() {
  const text = useText();
  const language = useLanguage();
  const page = useId();
  const answers = useSuspenseQueries({ queries: CHAPTERS.map((id) => articleQuery(language, id)) });
  const chapters = answers.map(({ data }) => data).filter((article) => article !== null);
  if (chapters.length === 0) return <Empty title={text('content.article.none')} />;
  const placeOf = (article: Article) => `${page}-${article.id}`;
  return (
    <div className="pb-6">
      <Edition chapters={chapters} />
      <Contents chapters={chapters} placeOf={placeOf} />
      {chapters.map((article, index) => (
        <Chapter key={placeOf(article)} place={placeOf(article)} number={index + 1} article={article} />
      ))}
    </div>
  );
}

function Edition({ chapters }: { chapters: readonly Article[] }) {
  const text = useText();
  const day = useDay('long');
  const { version, changedAt } = paperEdition(chapters);
  return (
    <header className="px-gutter pt-2">
      <p className="text-hero text-balance">{text('content.paper.head')}</p>
      <p className="mt-2 text-ink-2">{text('content.paper.text')}</p>
      <p className="mt-2 text-label text-ink-3">{text('content.paper.edition', { version, day: day(changedAt) })}</p>
    </header>
  );
}

type ContentsProps = { chapters: readonly Article[]; placeOf: (article: Article) => string };

/** Lists the chapters. The router owns the URL hash, so a chapter cannot be an anchor: a press scrolls to it. */
function Contents({ chapters, placeOf }: ContentsProps) {
  const text = useText();
  const show = (article: Article) => {
    const chapter = document.getElementById(placeOf(article));
    chapter?.scrollIntoView({ block: 'start' });
    chapter?.focus({ preventScroll: true });
  };
  return (
    <nav className="group mt-5" aria-label={text('content.paper.contents')}>
      {chapters.map((article, index) => (
        <button key={placeOf(article)} type="button" className="row row--menu" onClick={() => show(article)}>
          <span className="w-5 text-ink-3">{index + 1}</span>
          <span className="row__main py-2">{article.title}</span>
          <Icon name="down" size={16} />
        </button>
      ))}
    </nav>
  );
}

function Chapter({ place, number, article }: { place: string; number: number; article: Article }) {
  const lang = localeOf(article.lang);
  return (
    <section className="mt-8 px-gutter">
      <h2 id={place} tabIndex={-1} lang={lang} className="scroll-mt-4 text-h2">
        <span className="text-ink-3">{number}</span> {article.title}
      </h2>
      <OtherLanguage lang={article.lang} />
      <p lang={lang} className="mt-2 mb-4 text-ink">
        {article.summary}
      </p>
      <ArticleBody nodes={readBody(article.body)} size="normal" level={3} lang={lang} />
    </section>
  );
}

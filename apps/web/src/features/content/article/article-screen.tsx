import { buttonClass, Empty, Icon, IconButton, NavBar, Page, Panel } from '@app/ui';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { storage } from '../../../lib/storage.ts';
import { copyWithNotice } from '../help/copy-with-notice.ts';
import { ArticleBody } from './article-body.tsx';
import { articleIdIn, localeOf, useDay } from './article-format.ts';
import { ArticleLoading, OtherLanguage } from './article-parts.tsx';
import { type Article, allHeadingsQuery, articleQuery, useLanguage } from './articles.ts';
import { AnswerRow } from './heading-row.tsx';
import { readBody } from './read-body.ts';
import { keepTextSize, keptTextSize, type TextSize, textSizeBeside } from './text-size.ts';

/** /pages/common/article?id= */
export default function ArticleScreen() {
  const text = useText();
  const [address] = useSearchParams();
  const id = articleIdIn(address.get('id'));
  const back = { label: text('system.back'), go: useBack() };
  const bar = <NavBar title={text('content.article.title')} back={back} end={id !== undefined && <ShareKey />} />;
  if (id === undefined)
    return (
      <Page bar={bar}>
        <NoArticle />
      </Page>
    );
  return (
    <Page key={String(id)} bar={bar}>
      <Panel loading={<ArticleLoading />}>
        <ArticleView id={id} />
      </Panel>
    </Page>
  );
}

/** Opens the device's share sheet; where there is none, copies the address. */
function ShareKey() {
  const text = useText();
  const copy = () => copyWithNotice(location.href, text, text('content.article.link_copied'));
  const share = async () => {
    if (navigator.share === undefined) return await copy();
    // Closing the share sheet is the user's choice and does nothing; after any other failure the address is copied.
    await navigator
      .share({ title: document.title, url: location.href })
      .catch((error: unknown) => (error instanceof DOMException && error.name === 'AbortError' ? undefined : copy()));
  };
  return (
    <IconButton label={text('content.article.share')} onClick={() => void share()}>
      <Icon name="share" />
    </IconButton>
  );
}

/** Suspends: show it inside a `Panel`. */
function ArticleView({ id }: { id: bigint }) {
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
function NoArticle() {
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

const SHOWN = 3;

/**
 * Shows other articles of the same category. On a failed fetch it shows nothing, because the reader loses nothing
 * important.
 */
function Related({ article: { id, c_id } }: { article: Article }) {
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

/** Returns the article text size of this device; one size applies to every article. */
function useTextSize(): [TextSize, (size: TextSize) => void] {
  const [size, setSize] = useState(() => keptTextSize(storage));
  const choose = (next: TextSize) => {
    keepTextSize(storage, next);
    setSize(next);
  };
  return [size, choose];
}

function TextSizeKeys({ size, onChoose }: { size: TextSize; onChoose: (size: TextSize) => void }) {
  const text = useText();
  return (
    <fieldset className="-mr-2.5 ml-auto flex" aria-label={text('content.article.size')}>
      <Key label={text('content.article.smaller')} face="A−" next={textSizeBeside(size, -1)} onChoose={onChoose} />
      <Key label={text('content.article.larger')} face="A+" next={textSizeBeside(size, 1)} onChoose={onChoose} />
    </fieldset>
  );
}

type KeyProps = { label: string; face: string; next: TextSize | undefined; onChoose: (size: TextSize) => void };

/** The face is drawn by the style sheet: as text it would have to be part of the button's name in every language. */
function Key({ label, face, next, onChoose }: KeyProps) {
  return (
    <button
      type="button"
      className="iconbtn text-label font-semibold before:content-[attr(data-face)] disabled:opacity-50"
      aria-label={label}
      data-face={face}
      disabled={next === undefined}
      onClick={() => next !== undefined && onChoose(next)}
    />
  );
}

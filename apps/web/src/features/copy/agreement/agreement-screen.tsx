import { ARTICLE_CATEGORIES } from '@app/domain/content';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@app/i18n';
import { NavBar, Note, Page, Tag } from '@app/ui';
import { Link, useLocation } from 'react-router';
import { Slot } from '../../../data/app/slots.tsx';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';

/** Permanent addresses of the agreement: in the reader's language, and pinned to the two of the legal record. */
const EDITIONS: readonly { readonly path: string; readonly language?: Language }[] = [
  { path: '/pages/follow/agreement' },
  { path: '/pages/follow/agreement_zh', language: 'zh' },
  { path: '/pages/follow/agreement_en', language: 'en' },
];

/** /pages/follow/agreement, /pages/follow/agreement_zh and /pages/follow/agreement_en */
export default function AgreementScreen() {
  const text = useText();
  const { pathname } = useLocation();
  const back = { label: text('system.back'), go: useBack() };
  const language = EDITIONS.find(({ path }) => path === pathname)?.language;
  return (
    <Page bar={<NavBar title={text('copy.agreement.title')} back={back} />}>
      <header className="grid gap-3 px-gutter pt-2 pb-4">
        <p>
          <Tag>{text('system.coming.tag')}</Tag>
        </p>
        <Note icon="info">{text('copy.agreement.soon')}</Note>
        <EditionLinks shown={pathname} />
      </header>
      <Slot key={pathname} name="article.category" category={ARTICLE_CATEGORIES.followAgreement} language={language} />
      <div className="h-6" />
    </Page>
  );
}

/** Switches between the editions without adding to the history: back leaves the agreement. */
function EditionLinks({ shown }: { shown: string }) {
  const text = useText();
  return (
    <nav className="flex flex-wrap gap-2" aria-label={text('copy.agreement.language')}>
      {EDITIONS.map(({ path, language }) => (
        <Link
          key={path}
          className={path === shown ? 'chip chip--on' : 'chip'}
          aria-current={path === shown ? 'page' : undefined}
          lang={language && LANGUAGES[language]}
          to={path}
          replace
        >
          {language === undefined ? text('copy.agreement.own') : LANGUAGE_NAMES[language].own}
        </Link>
      ))}
    </nav>
  );
}

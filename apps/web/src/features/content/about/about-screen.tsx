import { ARTICLE_CATEGORIES } from '@app/domain/content';
import { Button, Facts, Icon, Mark, NavBar, Page, Panel } from '@app/ui';
import { useState } from 'react';
import { renew } from '../../../data/app/app-update.ts';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { CategoryArticle, TextLoading } from '../article/article-parts.tsx';
import { PARTS } from '../article/parts.ts';
import { LinkGroup } from './link-group.tsx';
import { webViewPath } from './outside-address.ts';

const API_PAGE = '/api/docs';
const LICENCE = 'https://www.apache.org/licenses/LICENSE-2.0';

/** /pages/setting/about */
export default function AboutScreen() {
  const text = useText();
  const back = { label: text('system.back'), go: useBack() };
  return (
    <Page bar={<NavBar title={text('content.about.title')} back={back} />}>
      <Version />
      <div className="mt-6">
        <Panel loading={<TextLoading />}>
          <CategoryArticle category={ARTICLE_CATEGORIES.about} />
        </Panel>
      </div>
      <div className="mt-6">
        <LinkGroup
          lines={[
            { icon: 'shield-check', label: text('content.contact.title'), to: '/pages/setting/contactUs' },
            { icon: 'doc', label: text('content.paper.title'), to: '/pages/setting/whitePage' },
            { icon: 'doc', label: text('content.terms.title'), to: '/pages/setting/operational_compliance' },
            { icon: 'eye', label: text('content.privacy.title'), to: '/pages/setting/privacy' },
            { icon: 'flag', label: text('content.about.licence'), to: webViewPath(LICENCE) },
          ]}
        />
        <ApiLink />
      </div>
      <Parts />
    </Page>
  );
}

function Version() {
  const text = useText();
  const [isLooking, setLooking] = useState(false);
  const look = () => {
    setLooking(true);
    void renew(); // It ends by reloading the page, newer or not.
  };
  return (
    <section className="card mx-gutter mt-2 flex flex-wrap items-center gap-x-4 gap-y-3">
      <Mark size={40} />
      <div className="grow">
        <p className="text-title">{text('system.name')}</p>
        <p className="text-label text-ink-3">
          {text('content.about.version', { version: import.meta.env.APP_VERSION })}
        </p>
      </div>
      <Button size="small" busy={isLooking} onClick={look}>
        {text('content.about.update')}
      </Button>
    </section>
  );
}

/** Links to a page of the server, not of the app, so it opens in a new tab. */
function ApiLink() {
  const text = useText();
  return (
    <div className="group mt-3">
      <a className="row row--menu" href={API_PAGE} target="_blank" rel="noopener">
        <Icon name="link" size={20} />
        <span className="row__main">{text('content.about.api')}</span>
        <Icon name="external" size={16} />
      </a>
    </div>
  );
}

function Parts() {
  const text = useText();
  return (
    <section className="mt-8 px-gutter pb-6">
      <h2 className="text-title">{text('content.about.parts')}</h2>
      <p className="mt-1 mb-2 text-label text-ink-2">{text('content.about.parts.text')}</p>
      <Facts facts={PARTS} />
    </section>
  );
}

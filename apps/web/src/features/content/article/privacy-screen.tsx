import { ARTICLE_CATEGORIES } from '@app/domain/content';
import { NavBar, Page, Panel } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { LinkGroup } from '../about/link-group.tsx';
import { KeptList } from '../news/kept-list.tsx';
import { CategoryArticle, TextLoading } from './article-parts.tsx';
import { useLeave } from './use-leave.ts';

/** /pages/setting/privacy */
export default function PrivacyScreen() {
  const text = useText();
  const back = { label: text('system.back'), go: useLeave() };
  return (
    <Page bar={<NavBar title={text('content.privacy.title')} back={back} />}>
      <div className="pt-2">
        <Panel loading={<TextLoading />}>
          <CategoryArticle category={ARTICLE_CATEGORIES.privacy} />
        </Panel>
      </div>
      <KeptList />
      <div className="mt-3 pb-6">
        <LinkGroup
          lines={[
            { icon: 'trash', label: text('content.privacy.files'), to: '/pages/setting/set' },
            { icon: 'mail', label: text('content.privacy.ask'), to: '/pages/setting/contactUs' },
          ]}
        />
      </div>
    </Page>
  );
}

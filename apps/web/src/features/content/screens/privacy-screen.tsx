import { ARTICLE_CATEGORIES } from '@app/domain/content';
import { NavBar, Page, Panel } from '@app/ui';
import { useText } from '../../../shared/texts.ts';
import { useBack } from '../../../shared/use-back.ts';
import { TextLoading } from '../components/article-loading.tsx';
import { CategoryArticle } from '../components/category-article.tsx';
import { KeptList } from '../components/kept-list.tsx';
import { LinkGroup } from '../components/link-group.tsx';

/** /pages/setting/privacy */
export default function PrivacyScreen() {
  const text = useText();
  const back = { label: text('system.back'), go: useBack() };
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

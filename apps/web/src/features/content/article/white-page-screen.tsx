import { NavBar, Page, Panel } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { ArticleLoading } from './article-loading.tsx';
import { PaperView } from './paper-view.tsx';

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

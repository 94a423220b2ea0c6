import { NavBar, Page, Panel } from '@app/ui';
import { useSearchParams } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { articleIdIn } from './article-id.ts';
import { ArticleLoading } from './article-loading.tsx';
import { ArticleView, NoArticle } from './article-view.tsx';
import { ShareKey } from './share-key.tsx';

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

import { ARTICLE_CATEGORIES } from '@app/domain/content';
import { buttonClass, Empty, NavBar, Page, PullToRefresh } from '@app/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { headingPagesQuery, useLanguage } from '../article/articles.ts';
import { ArticleList } from './article-list.tsx';

const CATEGORY = ARTICLE_CATEGORIES.activity;

/** /pages/index/activity: campaigns, each an article with its own dates and rules. */
export default function ActivityScreen() {
  const text = useText();
  const language = useLanguage();
  const queryClient = useQueryClient();
  const region = useRef<HTMLElement>(null);
  const back = { label: text('system.back'), go: useBack() };
  const title = text('bonus.campaigns.title');
  const refresh = () => queryClient.refetchQueries(headingPagesQuery(language, CATEGORY));
  return (
    <Page bar={<NavBar title={title} back={back} />}>
      <div
        ref={(element) => {
          region.current = element?.closest<HTMLElement>('.scroll') ?? null;
        }}
      >
        <PullToRefresh label={text('system.refresh')} busyLabel={text('system.loading')} refresh={refresh}>
          <p className="px-gutter pt-2 pb-2 text-label text-ink-2">{text('bonus.campaigns.text')}</p>
          <ArticleList category={CATEGORY} label={title} scrollRef={region} none={<NoCampaigns />} />
        </PullToRefresh>
      </div>
    </Page>
  );
}

function NoCampaigns() {
  const text = useText();
  const action = (
    <Link className={buttonClass({ size: 'small' })} to="/pages/index/news">
      {text('content.news.all')}
    </Link>
  );
  return <Empty title={text('bonus.campaigns.none')} text={text('bonus.campaigns.none.text')} action={action} />;
}

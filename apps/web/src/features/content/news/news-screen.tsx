import { ARTICLE_CATEGORIES } from '@app/domain/content';
import { ChipGroup, Empty, NavBar, Page, PullToRefresh } from '@app/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { headingPagesQuery, useLanguage } from '../article/articles.ts';
import { ArticleList } from './article-list.tsx';

const KINDS = ['news', 'activity'] as const;

/** /pages/index/news; the category is in the address, so that going back restores it. */
export default function NewsScreen() {
  const text = useText();
  const language = useLanguage();
  const queryClient = useQueryClient();
  const [address, setAddress] = useSearchParams();
  const region = useRef<HTMLElement>(null);
  const kind = KINDS.find((it) => it === address.get('kind')) ?? 'news';
  const category = ARTICLE_CATEGORIES[kind];
  const back = { label: text('system.back'), go: useBack() };
  const refresh = () => queryClient.refetchQueries(headingPagesQuery(language, category));
  return (
    <Page bar={<NavBar title={text('content.news.title')} back={back} />}>
      <div
        ref={(element) => {
          region.current = element?.closest<HTMLElement>('.scroll') ?? null;
        }}
      >
        <PullToRefresh label={text('system.refresh')} busyLabel={text('system.loading')} refresh={refresh}>
          <div className="px-gutter pt-2 pb-2">
            <ChipGroup
              label={text('content.news.kinds')}
              chips={KINDS.map((value) => ({ value, label: text(`content.news.${value}`) }))}
              value={kind}
              onChange={(chosen) => setAddress({ kind: chosen }, { replace: true })}
            />
          </div>
          <ArticleList
            key={kind}
            category={category}
            label={text(`content.news.${kind}`)}
            scrollRef={region}
            none={<Empty title={text('content.news.none')} />}
          />
        </PullToRefresh>
      </div>
    </Page>
  );
}

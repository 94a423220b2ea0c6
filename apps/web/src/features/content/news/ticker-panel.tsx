import { Icon } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { storage } from '../../../lib/storage.ts';
import { articlePath, localeOf } from '../article/article-format.ts';
import { popQuery, useLanguage } from '../article/articles.ts';
import { putAway, putAwayToday } from './put-away.ts';

/** Shows the newest announcement in one line until it is dismissed for the day. A failed fetch shows nothing. */
export default function TickerPanel() {
  const text = useText();
  const { data: article, isPending } = useQuery(popQuery(useLanguage()));
  const [away, setAway] = useState(() => putAwayToday(storage, Date.now()));
  if (isPending && away === undefined) return <div className="h-11" />; // Reserves the height against layout shift.
  if (article === undefined || article === null || String(article.id) === away) return null;
  const dismiss = () => {
    putAway(storage, article.id, Date.now());
    setAway(String(article.id));
  };
  return (
    <div className="mx-gutter flex h-11 items-center rounded-control bg-s1 pl-3">
      <Link className="flex h-full min-w-0 grow items-center gap-2.5" to={articlePath(article.id)}>
        <span className="text-brand">
          <Icon name="megaphone" size={16} />
        </span>
        <span lang={localeOf(article.lang)} className="truncate text-label text-ink-2" data-truncated>
          {article.title}
        </span>
      </Link>
      <button type="button" className="iconbtn" aria-label={text('content.ticker.dismiss')} onClick={dismiss}>
        <Icon name="close" size={16} />
      </button>
    </div>
  );
}

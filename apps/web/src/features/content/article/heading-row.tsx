import { Icon } from '@app/ui';
import { Link } from 'react-router';
import { articlePath, localeOf, useDay } from './article-format.ts';
import type { Heading } from './articles.ts';

/**
 * Renders an article in a list: at most two lines of title, two of summary, its day, and a picture if it has one.
 */
export function HeadingRow({ heading: { id, title, summary, at, cover, lang } }: { heading: Heading }) {
  const day = useDay();
  return (
    <Link className="row h-full py-2 focus-visible:-outline-offset-4" to={articlePath(id)}>
      <span className="row__main">
        <span lang={localeOf(lang)} className="row__t line-clamp-2" data-truncated>
          {title}
        </span>
        <span lang={localeOf(lang)} className="line-clamp-2 text-label text-ink-2" data-truncated>
          {summary}
        </span>
        <span className="row__s block">{day(at)}</span>
      </span>
      {cover !== null && <img className="h-18 w-24 rounded-chip object-cover" src={cover} alt="" loading="lazy" />}
    </Link>
  );
}

/** Renders an article in a result list: title and summary. */
export function AnswerRow({ heading: { id, title, summary, lang } }: { heading: Heading }) {
  return (
    <Link className="row row--menu py-2.5" to={articlePath(id)}>
      <span lang={localeOf(lang)} className="row__main">
        <span className="block">{title}</span>
        <span className="row__why line-clamp-2 font-normal" data-truncated>
          {summary}
        </span>
      </span>
      <Icon name="right" size={16} />
    </Link>
  );
}

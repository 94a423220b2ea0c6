import { Icon, Tag } from '@app/ui';
import { useId } from 'react';
import { Link } from 'react-router';
import { useIsOpen } from '../data/app/openness.ts';
import { useText } from '../data/app/texts.ts';
import { useSession } from '../data/session/session.ts';
import { findPages } from './search-pages-list.ts';

/** Maximum results shown: more would not help. */
const SHOWN_MAX = 5;

/** Searches the app's own pages by name. Part of the app, not of a feature: it needs the pages of all features. */
export default function SearchPages({ query }: { query: string }) {
  const text = useText();
  const isVisitor = useSession(({ token }) => token === undefined);
  const id = useId();
  const isOpenNow = useIsOpen();
  const found = findPages({ query, isVisitor, isOpen: isOpenNow, text }).slice(0, SHOWN_MAX);
  if (found.length === 0) return null;
  return (
    <section className="pt-2" aria-labelledby={id}>
      <h2 id={id} className="flex min-h-11 items-center px-gutter text-label text-ink-3">
        {text('system.search.pages')}
      </h2>
      {found.map(({ path, title, icon, needsLogin, isOpen }) => (
        <Link key={path} className="row row--menu" to={path}>
          <Icon name={icon} size={20} />
          <span className="row__main">{text(title)}</span>
          {isOpen ? (
            needsLogin && <span className="row__val">{text('system.search.login')}</span>
          ) : (
            <Tag soon>{text('system.soon')}</Tag>
          )}
          <Icon name={isOpen && needsLogin ? 'lock' : 'right'} size={16} />
        </Link>
      ))}
    </section>
  );
}

import { Avatar, FrameBadge, Icon, Logo, NavBar } from '@app/ui';
import { useContext } from 'react';
import { Link } from 'react-router';
import { Slot } from '../../data/app/slots.tsx';
import { useText } from '../../data/app/texts.ts';
import { useSession } from '../../data/session/session.ts';
import { seedOf } from '../../lib/seed-of.ts';

const ME_PATH = '/pages/setting/setting';
const SEARCH_PATH = '/pages/market/search';

export function VisitorBar() {
  const text = useText();
  const links = (
    <>
      <Link className="iconbtn" to={SEARCH_PATH} aria-label={text('home.search')}>
        <Icon name="search" />
      </Link>
      <Link className="iconbtn" to={ME_PATH} aria-label={text('home.language')}>
        <Icon name="globe" />
      </Link>
    </>
  );
  return <NavBar title={<Logo name={text('system.name')} size={26} />} end={links} />;
}

/** Shows profile, search and notices. The page title is for screen readers only. */
export function OwnBar() {
  const text = useText();
  const badge = useContext(FrameBadge);
  return (
    <>
      <div className="sr-only">
        <FrameBadge value={null}>
          <NavBar title={text('system.tab.home')} />
        </FrameBadge>
      </div>
      <div className="flex h-14 flex-none items-center gap-1 pr-1 pl-gutter">
        <Me />
        <Link className="field field--s field--search ml-3 min-w-0 grow" to={SEARCH_PATH}>
          <Icon name="search" size={20} />
          <span className="min-w-0 grow truncate" data-truncated>
            {text('home.search')}
          </span>
        </Link>
        {badge !== null && badge !== false && <span className="ml-2 flex">{badge}</span>}
        <div className="size-11 flex-none overflow-hidden">
          <Slot name="home.bell" loading={<span className="block size-11" />} />
        </div>
      </div>
    </>
  );
}

function Me() {
  const text = useText();
  const user = useSession((session) => session.user);
  return (
    <Link className="hit flex-none rounded-full" to={ME_PATH} aria-label={text('home.profile')}>
      <Avatar seed={seedOf(user?.id ?? '0')} size={32} picture={user?.avatar} />
    </Link>
  );
}

import { Avatar, Dialog, Icon, Key, Mark, Tag } from '@app/ui';
import { useRef, useState } from 'react';
import { Link, NavLink, Outlet, useNavigate } from 'react-router';
import {
  useCaseQueue,
  useClaimQueue,
  useMe,
  usePayoutQueue,
  useSettings,
  useWaiting,
  useWithdrawalQueue,
  waitsFor,
} from '../data/queries.ts';
import { sayValue, useSay } from '../data/texts.ts';
import { type KeyActions, useKeys } from '../lib/use-keys.ts';
import { type DeskEntry, entriesFor } from './page-list.ts';

/** Time in which a page's letter must follow the g. */
const GO_MS = 1_500;

/** Renders the rail beside every page, and the keys that work everywhere. */
export function Frame() {
  const me = useMe();
  const say = useSay();
  const entries = entriesFor(me.roles);
  const [isHelp, setHelp] = useState(false);
  useGoKeys(entries, () => setHelp(true));
  return (
    <div className="desk">
      <Rail entries={entries} />
      <Outlet />
      <Dialog
        open={isHelp}
        title={say('keys.all')}
        safe={{ label: say('frame.close'), go: () => setHelp(false) }}
        act={{ label: say('keys.understood'), go: () => setHelp(false) }}
      >
        <KeyTable entries={entries} />
      </Dialog>
    </div>
  );
}

/** `g` and a letter lead to a page; `?` lists all keys. */
function useGoKeys(entries: readonly DeskEntry[], showHelp: () => void): void {
  const go = useNavigate();
  const goUntil = useRef(0);
  const letters = [...entries, { path: '/me', key: 'm' }].map(({ path, key }): [string, () => unknown] => [
    key,
    () => {
      const isGoing = Date.now() < goUntil.current;
      goUntil.current = 0;
      return isGoing && void go(path); // Alone, the letter is the page's.
    },
  ]);
  const actions: KeyActions = {
    ...Object.fromEntries(letters),
    g: () => {
      goUntil.current = Date.now() + GO_MS;
    },
    '?': showHelp,
  };
  useKeys(actions, true);
}

function Rail({ entries }: { entries: readonly DeskEntry[] }) {
  const say = useSay();
  const me = useMe();
  const mine = useWaiting().data?.list.filter((change) => waitsFor(change, me.id)).length ?? 0;
  const settings = useSettings().data?.list ?? [];
  const waiting = (isSwitch: boolean) =>
    settings.filter(({ key, waiting }) => waiting !== null && key.startsWith('switch.') === isSwitch).length;
  const counts: Readonly<Record<string, number>> = {
    '/': mine,
    '/identity': useCaseQueue().data?.levels.reduce((sum, { waiting: count }) => sum + count, 0) ?? 0,
    '/deposits': useClaimQueue().data?.list.length ?? 0,
    '/withdrawals': useWithdrawalQueue().data?.list.length ?? 0,
    '/payouts': usePayoutQueue().data?.list.length ?? 0,
    '/settings': waiting(false),
    '/switches': waiting(true),
  };
  return (
    <nav className="d-rail" aria-label={say('frame.pages')}>
      <Link className="d-rail__logo" to="/">
        <Mark size={24} />
        Tidemark
        <Tag>{say('frame.staff')}</Tag>
      </Link>
      {entries.map(({ path, name, icon, group }, at) => (
        <div key={path} className="contents">
          {group !== undefined && group !== entries[at - 1]?.group && <div className="d-rail__group">{say(group)}</div>}
          <NavLink className="d-rail__item" to={path} end={path === '/'}>
            <Icon name={icon} size={20} />
            {say(name)}
            {(counts[path] ?? 0) > 0 && <span className="d-rail__count">{counts[path]}</span>}
          </NavLink>
        </div>
      ))}
      <Link className="d-rail__me" to="/me">
        <Avatar seed={Number(me.id)} size={24} />
        <span className="min-w-0">
          {me.name}
          <small>{me.roles.map((role) => sayValue(say, 'role', role)).join(', ')}</small>
        </span>
      </Link>
    </nav>
  );
}

function KeyTable({ entries }: { entries: readonly DeskEntry[] }) {
  const say = useSay();
  const rows: readonly (readonly [keys: readonly string[], does: string])[] = [
    ...entries.map(({ key, name }) => [['g', key], say(name)] as const),
    [['g', 'm'], say('account.title')],
    [['j', 'k'], say('keys.move')],
    [['↵'], say('keys.open')],
    [['a'], say('change.sign')],
    [['r'], say('change.refuse')],
    [['e'], say('keys.edit')],
    [['/'], say('keys.search')],
    [['n'], say('review.next')],
  ];
  return (
    <ul className="grid gap-2 text-left">
      {rows.map(([keys, does]) => (
        <li key={keys.join(' ')} className="d-line">
          {does}
          <span className="flex gap-1">
            {keys.map((key) => (
              <Key key={key}>{key}</Key>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

import { logout } from '@app/protocol/auth';
import { Button, Empty, Icon, IconButton, MenuRow, NavBar, Note, Page, SearchField, Sheet, Tag } from '@app/ui';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { openFirst } from '../../../data/app/open-lists.ts';
import { useIsOpen } from '../../../data/app/openness.ts';
import { HOME_PATH } from '../../../data/app/return-address.ts';
import { useLocale, useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { call } from '../../../data/call/call.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import { endSession, useSession } from '../../../data/session/session.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { LanguageRow } from '../preferences/language-row.tsx';
import { ColoursValue, LevelValue, LimitsValue, SecurityValue } from './me-values.tsx';
import { closedLines, findLines, type Line, MENU, openLines } from './menu.ts';
import { ModeSwitch } from './mode-switch.tsx';
import { ResetDemoRow } from './reset-demo-row.tsx';
import { Who } from './who.tsx';

/** /pages/setting/setting */
export default function SettingScreen() {
  const text = useText();
  const [isSearching, setSearching] = useState(false);
  const isVisitor = useSession(({ token }) => token === undefined);
  const leave = useBack();
  const back = { label: text('system.back'), go: isSearching ? () => setSearching(false) : leave };
  return (
    <Page
      bar={<NavBar title={text('settings.title')} back={back} end={<BarEnd search={() => setSearching(true)} />} />}
    >
      {isSearching ? <MeSearch /> : isVisitor ? <VisitorsMe /> : <OwnMe />}
    </Page>
  );
}

/** Support is in the list too: in demo mode the mode label leaves space for only one icon. */
function BarEnd({ search }: { search: () => void }) {
  const text = useText();
  const isDemo = useSession(({ user }) => user?.book === 'demo');
  const hasSupport = useIsOpen()('/pages/common/serverView');
  return (
    <>
      <IconButton label={text('settings.search')} onClick={search}>
        <Icon name="search" />
      </IconButton>
      {!isDemo && hasSupport && (
        <Link className="iconbtn" to="/pages/common/serverView" aria-label={text('chat.support.title')}>
          <Icon name="headset" />
        </Link>
      )}
    </>
  );
}

function VisitorsMe() {
  return (
    <div className="pb-6">
      <Who />
      <Group>
        <LanguageRow />
        <MenuLines lines={MENU.preferences} values={{ '/pages/setting/set': <ColoursValue /> }} />
      </Group>
      <OpenGroup lines={MENU.all} />
      <ClosedGroup />
    </div>
  );
}

function OwnMe() {
  const isDemo = useSession(({ user }) => user?.book === 'demo');
  return (
    <>
      <Who />
      <ClosingNote />
      <ModeSwitch />
      {isDemo && (
        <Group>
          <ResetDemoRow />
        </Group>
      )}
      <OpenGroup
        lines={MENU.account}
        values={{ '/pages/setting/security': <SecurityValue />, '/pages/setting/real_mark': <LevelValue /> }}
      />
      <OpenGroup lines={MENU.money} />
      <Group>
        <OrdersRow />
      </Group>
      <Group>
        <LanguageRow />
        <MenuLines lines={MENU.preferences} values={{ '/pages/setting/set': <ColoursValue /> }} />
        <MenuLines lines={MENU.care} values={{ '/pages/plus/limits': <LimitsValue /> }} />
      </Group>
      <OpenGroup lines={MENU.all} />
      <ClosedGroup />
      <LogOut />
    </>
  );
}

/** The owner asked to close this account: says when that happens, and leads to the way back. */
function ClosingNote() {
  const text = useText();
  const closingAt = useSession(({ user }) => user?.closingAt);
  const format = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'long' });
  if (closingAt === undefined || closingAt === null) return null;
  return (
    <div className="mt-3 px-gutter" role="status">
      <Note icon="clock" tone="warn">
        {text('settings.closing.note', { date: format.format(closingAt) })}{' '}
        <Link className="underline" to="/pages/plus/close">
          {text('settings.closing.show')}
        </Link>
      </Note>
    </div>
  );
}

/** Lists the order pages of all products; each product has its own, and this is the only place with all of them. */
function OrdersRow() {
  const text = useText();
  const navigate = useNavigate();
  const sheet = useSheet('orders');
  const isOpen = useIsOpen();
  return (
    <>
      <MenuRow icon="list" label={text('settings.orders')} onClick={sheet.open} />
      <Sheet
        open={sheet.isOpen}
        onClose={sheet.close}
        title={text('settings.orders')}
        closeLabel={text('system.close')}
      >
        <div className="choices">
          {openFirst(MENU.orders, isOpen).map(({ icon, label, path }) => (
            <button
              key={path}
              type="button"
              className="choice"
              // Replaces the sheet's history entry, so that back leads to the page below it.
              onClick={() => void navigate(path, { replace: true })}
            >
              <Icon name={icon} size={20} />
              <span className="grow text-left">{text(label)}</span>
              {!isOpen(path) && <Tag soon>{text('system.soon')}</Tag>}
              <Icon name="right" size={16} />
            </button>
          ))}
        </div>
      </Sheet>
    </>
  );
}

/** Searches all rows by their text, in place of the page. */
function MeSearch() {
  const text = useText();
  const [search, setSearch] = useState('');
  const isVisitor = useSession(({ token }) => token === undefined);
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => field.current?.querySelector('input')?.focus(), []);
  const found = findLines(search, isVisitor, text);
  return (
    <>
      <div className="px-gutter pt-2" ref={field}>
        <SearchField
          label={text('settings.search')}
          value={search}
          onChange={setSearch}
          clearLabel={text('system.clear')}
        />
      </div>
      <div role="status">
        {found.length === 0 && search.trim() !== '' && (
          <div className="mt-10">
            <Empty title={text('settings.search.none')} />
          </div>
        )}
      </div>
      {found.length > 0 && (
        <Group>
          <MenuLines lines={found} />
        </Group>
      )}
    </>
  );
}

type Values = Readonly<Partial<Record<Line['path'], ReactNode>>>;

/** Rows that link to pages, each with its current value; a page that is not open says so. */
function MenuLines({ lines, values = {} }: { lines: readonly Line[]; values?: Values }) {
  const text = useText();
  const navigate = useNavigate();
  const isOpen = useIsOpen();
  return lines.map(({ icon, label, path }) => (
    <MenuRow
      key={path}
      icon={icon}
      label={text(label)}
      value={isOpen(path) ? values[path] : <Tag soon>{text('system.soon')}</Tag>}
      onClick={() => void navigate(path)}
    />
  ));
}

/** A group without open pages takes no space. */
function OpenGroup({ lines, values = {} }: { lines: readonly Line[]; values?: Values }) {
  const open = openLines(lines, useIsOpen());
  if (open.length === 0) return null;
  return (
    <Group>
      <MenuLines lines={open} values={values} />
    </Group>
  );
}

function ClosedGroup() {
  const isVisitor = useSession(({ token }) => token === undefined);
  const closed = closedLines(useIsOpen(), isVisitor);
  if (closed.length === 0) return null;
  return (
    <Group>
      <MenuLines lines={closed} />
    </Group>
  );
}

const Group = ({ children }: { children: ReactNode }) => <div className="group mt-3">{children}</div>;

const PATIENCE_MS = 3_000;

const afterAWhile = () => new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));

/** Deletes the session on the device even if the server cannot be reached, and does not wait long for it. */
function useLogOut() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useSubmit({
    mutationFn: () => Promise.race([call(logout, {}).catch(() => undefined), afterAWhile()]),
    onSuccess: async () => {
      await navigate(HOME_PATH, { replace: true });
      endSession();
      queryClient.clear();
    },
  });
}

function LogOut() {
  const text = useText();
  const sheet = useSheet('log-out');
  const logOut = useLogOut();
  return (
    <div className="mt-3 px-gutter pb-6">
      <Button tone="ghost" wide className="text-ink-2" onClick={sheet.open}>
        {text('settings.log_out')}
      </Button>
      <Sheet
        open={sheet.isOpen}
        onClose={sheet.close}
        title={text('settings.log_out.ask')}
        closeLabel={text('system.close')}
      >
        <div className="mt-2 grid grid-cols-2 gap-3">
          <Button onClick={sheet.close}>{text('settings.log_out.stay')}</Button>
          <Button tone="danger" busy={logOut.isPending} onClick={() => logOut.mutate()}>
            {text('settings.log_out')}
          </Button>
        </div>
      </Sheet>
    </div>
  );
}

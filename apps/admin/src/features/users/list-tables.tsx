import type { Input, Output } from '@app/protocol';
import * as routes from '@app/protocol/staff';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { RowData } from '@tanstack/react-table';
import { useMemo } from 'react';
import { call } from '../../data/call.ts';
import { useLook } from '../../data/look.ts';
import type { TrailRow } from '../../data/queries.ts';
import { type Say, sayValue, useSay } from '../../data/texts.ts';
import { groupDigits, signedDigits } from '../../lib/group-digits.ts';
import { momentText } from '../../lib/moments.ts';
import { useAddress } from '../../lib/use-address.ts';
import { type Column, DataTable, TableTools } from '../../parts/data-table.tsx';
import { Who } from '../../parts/person.tsx';
import { failureText } from '../../parts/reason-dialog.tsx';

const PAGE = 100;

type Page<Row> = { readonly list: readonly Row[]; readonly next: bigint | null };
type ListProps<Row extends RowData> = {
  /** Names the list in its file and in the cache. */
  name: string;
  /** Account mode, for lists that have one. */
  hasModes?: true;
  userId: bigint;
  columns: readonly Column<Row>[];
  read: (span: { id: bigint; limit: number; before?: bigint; mode: 'real' | 'demo' }) => Promise<Page<Row>>;
  idOf: (row: Row) => string;
};

/** Renders one list of a user, a page after the other, newest first. */
function UserList<Row extends RowData>({ name, hasModes, userId, columns, read, idOf }: ListProps<Row>) {
  const say = useSay();
  const address = useAddress();
  const mode = address.get('mode') === 'demo' ? 'demo' : 'real';
  const query = useInfiniteQuery({
    queryKey: ['user', String(userId), name, hasModes && mode],
    queryFn: ({ pageParam }) =>
      read({ id: userId, limit: PAGE, mode, ...(pageParam !== null && { before: pageParam }) }),
    initialPageParam: null as bigint | null,
    getNextPageParam: ({ next }) => next,
    refetchOnWindowFocus: false,
  });
  const rows = useMemo(() => query.data?.pages.flatMap(({ list }) => list) ?? [], [query.data]);
  const empty = query.isError ? failureText(query.error, say('failed.no_answer')) : say('user.no_rows');
  return (
    <>
      <div className="d-bar">
        {hasModes &&
          (['real', 'demo'] as const).map((it) => (
            <button
              key={it}
              type="button"
              aria-pressed={it === mode}
              className={it === mode ? 'd-chip d-chip--on' : 'd-chip'}
              onClick={() => address.set({ mode: it === 'demo' ? it : undefined })}
            >
              {say(`mode.${it}`)}
            </button>
          ))}
        <span className="text-label font-normal text-ink-3">
          {say(query.hasNextPage ? 'table.rows_and_more' : 'table.rows', { count: rows.length })}
        </span>
        <span className="ml-auto flex gap-2">
          <TableTools name={`user-${userId}-${name}`} rows={rows} columns={columns} />
        </span>
      </div>
      <DataTable
        label={sayValue(say, 'user.tab', name)}
        rows={rows}
        columns={columns}
        idOf={idOf}
        selected={address.get('row')}
        onSelect={(row) => address.set({ row })}
        empty={query.isPending ? say('frame.loading') : empty}
        onMore={query.hasNextPage && !query.isFetching ? () => void query.fetchNextPage() : undefined}
      />
    </>
  );
}

type Entry = Output<typeof routes.listUserLedger>['list'][number];
type Order = Output<typeof routes.listUserOrders>['list'][number];
type Session = Output<typeof routes.listUserSessions>['list'][number];
type Device = Output<typeof routes.listUserDevices>['list'][number];
type Notice = Output<typeof routes.listUserNotices>['list'][number];
type Product = Input<typeof routes.listUserOrders>['product'];

/** Columns of a list in the person's language. */
const useColumns = <Row,>(columnsIn: (say: Say, at: (ms: number) => string) => readonly Column<Row>[]) => {
  const say = useSay();
  const language = useLook((look) => look.language);
  return useMemo(() => columnsIn(say, (ms) => momentText(ms, language)), [columnsIn, say, language]);
};

const ledgerColumns = (say: Say, at: (ms: number) => string): readonly Column<Entry>[] => [
  { id: 'at', title: say('trail.time'), width: '104px', text: (row) => at(row.at) },
  {
    id: 'kind',
    title: say('user.kind'),
    width: 'minmax(104px,1.3fr)',
    text: ({ kind }) => sayValue(say, 'transfer', kind),
  },
  {
    id: 'ref',
    title: say('user.ref'),
    width: 'minmax(48px,0.7fr)',
    text: ({ ref }) => ref,
    cell: ({ ref }) => <span className="ident text-ink-2">{ref}</span>,
  },
  { id: 'account', title: say('user.account'), width: '68px', text: (row) => sayValue(say, 'account', row.account) },
  {
    id: 'available',
    title: say('user.available'),
    width: 'minmax(116px,1fr)',
    isNumber: true,
    text: ({ available, currency }) => `${available} ${currency}`,
    cell: ({ available, currency }) => (
      <>
        {signedDigits(available)} <span className="text-ink-3">{currency}</span>
      </>
    ),
  },
  {
    id: 'frozen',
    title: say('user.frozen'),
    width: 'minmax(64px,0.6fr)',
    isNumber: true,
    text: ({ frozen }) => frozen,
    cell: ({ frozen }) => signedDigits(frozen),
  },
];

export const LedgerList = ({ userId }: { userId: bigint }) => (
  <UserList
    name="ledger"
    hasModes
    userId={userId}
    columns={useColumns(ledgerColumns)}
    idOf={({ id }) => id}
    read={(span) => call(routes.listUserLedger, span)}
  />
);

/** A state and its cause, `closed:liquidation`, in words. */
const statusText = (say: Say, status: string): string =>
  status
    .split(':')
    .map((word) => sayValue(say, 'deal', word))
    .join(' · ');

const orderColumns = (say: Say, at: (ms: number) => string): readonly Column<Order>[] => [
  { id: 'at', title: say('trail.time'), width: '104px', text: (row) => at(row.at) },
  {
    id: 'id',
    title: say('user.order'),
    width: 'minmax(24px,0.5fr)',
    text: ({ id }) => String(id),
    cell: ({ id }) => <span className="ident text-ink-2">{String(id)}</span>,
  },
  { id: 'market', title: say('user.market'), width: 'minmax(72px,0.8fr)', text: ({ market }) => market },
  {
    id: 'side',
    title: say('user.side'),
    width: 'minmax(80px,0.9fr)',
    text: ({ side, terms }) => `${sayValue(say, 'side', side)}, ${sayValue(say, 'terms', terms)}`,
  },
  numberColumn('price', say('user.price'), ({ price }) => price),
  numberColumn('amount', say('user.amount'), ({ amount }) => amount),
  numberColumn('result', say('user.result'), ({ result }) => result),
  {
    id: 'status',
    title: say('changes.state'),
    width: 'minmax(60px,1fr)',
    text: ({ status }) => statusText(say, status),
  },
];

const numberColumn = (id: string, title: string, of: (row: Order) => string | null): Column<Order> => ({
  id,
  title,
  width: 'minmax(54px,0.7fr)',
  isNumber: true,
  text: (row) => of(row) ?? '',
  cell: (row) => (of(row) === null ? '—' : groupDigits(of(row) ?? '')),
});

export const OrderList = ({ userId, product }: { userId: bigint; product: Product }) => (
  <UserList
    name={product}
    hasModes
    userId={userId}
    columns={useColumns(orderColumns)}
    idOf={({ id }) => String(id)}
    read={(span) => call(routes.listUserOrders, { ...span, product })}
  />
);

const sessionColumns = (say: Say, at: (ms: number) => string): readonly Column<Session>[] => [
  { id: 'in', title: say('user.signed_in_at'), width: '112px', text: (row) => at(row.signed_in_at) },
  { id: 'seen', title: say('user.last_seen'), width: '112px', text: (row) => at(row.last_seen_at) },
  { id: 'ip', title: say('user.ip'), width: '128px', text: ({ ip }) => ip },
  { id: 'browser', title: say('user.browser'), width: 'minmax(0,1fr)', text: (row) => row.user_agent },
  { id: 'mode', title: say('user.mode'), width: '72px', text: ({ mode }) => sayValue(say, 'mode', mode) },
  {
    id: 'ended',
    title: say('user.ended'),
    width: '112px',
    text: ({ ended_at: ended }) => (ended === null ? say('user.signed_in') : at(ended)),
  },
];

export const SessionList = ({ userId }: { userId: bigint }) => (
  <UserList
    name="sessions"
    userId={userId}
    columns={useColumns(sessionColumns)}
    idOf={({ id }) => String(id)}
    read={({ mode: _mode, ...span }) => call(routes.listUserSessions, span)}
  />
);

const deviceColumns = (say: Say, at: (ms: number) => string): readonly Column<Device>[] => [
  { id: 'first', title: say('user.first_seen'), width: '112px', text: (row) => at(row.first_seen_at) },
  { id: 'browser', title: say('user.browser'), width: 'minmax(0,1fr)', text: (row) => row.user_agent },
  {
    id: 'state',
    title: say('changes.state'),
    width: '112px',
    text: ({ is_signed_in: isIn }) => say(isIn ? 'user.signed_in' : 'user.signed_out'),
  },
];

export const DeviceList = ({ userId }: { userId: bigint }) => (
  <UserList
    name="devices"
    userId={userId}
    columns={useColumns(deviceColumns)}
    idOf={({ id }) => String(id)}
    read={({ mode: _mode, ...span }) => call(routes.listUserDevices, span)}
  />
);

const noticeColumns = (say: Say, at: (ms: number) => string): readonly Column<Notice>[] => [
  { id: 'at', title: say('trail.time'), width: '112px', text: (row) => at(row.at) },
  {
    id: 'category',
    title: say('user.category'),
    width: '88px',
    text: (row) => sayValue(say, 'category', row.category),
  },
  { id: 'kind', title: say('user.kind'), width: 'minmax(0,1fr)', text: ({ kind }) => sayValue(say, 'notice', kind) },
  {
    id: 'params',
    title: say('user.figures'),
    width: 'minmax(0,1.4fr)',
    text: ({ params }) => (params === '{}' ? '' : params),
    cell: ({ params }) => <span className="ident text-ink-3">{params === '{}' ? '' : params}</span>,
  },
  {
    id: 'read',
    title: say('user.read_at'),
    width: '112px',
    text: ({ read_at: read }) => (read === null ? say('user.unread') : at(read)),
  },
];

export const NoticeList = ({ userId }: { userId: bigint }) => (
  <UserList
    name="notices"
    userId={userId}
    columns={useColumns(noticeColumns)}
    idOf={({ id }) => String(id)}
    read={({ mode: _mode, ...span }) => call(routes.listUserNotices, span)}
  />
);

const trailColumns = (say: Say, at: (ms: number) => string): readonly Column<TrailRow>[] => [
  { id: 'at', title: say('trail.time'), width: '112px', text: (row) => at(row.at) },
  {
    id: 'who',
    title: say('trail.who'),
    width: '132px',
    text: ({ actor }) => actor,
    cell: ({ actor }) => <Who name={actor} />,
  },
  { id: 'did', title: say('trail.did'), width: 'minmax(0,1fr)', text: (row) => sayValue(say, 'action', row.action) },
  { id: 'why', title: say('trail.why'), width: 'minmax(0,1.4fr)', text: ({ reason }) => reason },
  {
    id: 'details',
    title: say('trail.payload'),
    width: 'minmax(0,1fr)',
    text: ({ details }) => (details === '{}' ? '' : details),
    cell: ({ details }) => <span className="ident text-ink-3">{details === '{}' ? '' : details}</span>,
  },
];

export const TrailList = ({ userId }: { userId: bigint }) => (
  <UserList
    name="trail"
    userId={userId}
    columns={useColumns(trailColumns)}
    idOf={({ id }) => String(id)}
    read={({ mode: _mode, ...span }) => call(routes.listUserTrail, span)}
  />
);

import * as routes from '@app/protocol/staff';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../data/call.ts';
import { useLook } from '../../data/look.ts';
import { type TrailRow, useMe, usePeople } from '../../data/queries.ts';
import { subjectPath } from '../../data/subject-path.ts';
import { sayValue, useSay } from '../../data/texts.ts';
import { momentText } from '../../lib/moments.ts';
import { useAddress } from '../../lib/use-address.ts';
import { type Column, DataTable, TableTools } from '../../parts/data-table.tsx';
import { DeskPage } from '../../parts/desk-page.tsx';
import { Who } from '../../parts/person.tsx';
import { SavedViews } from '../../parts/saved-views.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { TrailPane } from './trail-pane.tsx';
import { TrailStrip } from './trail-strip.tsx';

const PAGE = 200;
/** Roles that read everybody's rows; all others read their own. */
const READERS: readonly string[] = ['auditor', 'security', 'operator'];

/** Actions that staff can be looked up by. */
const ACTIONS = [
  ...['session.started', 'passkey.added', 'staff.enrolled', 'staff.invited', 'staff.disabled', 'staff.created'],
  ...['change.proposed', 'change.edited', 'change.signed', 'change.executed', 'change.refused', 'change.withdrawn'],
  ...['switch.off', 'setting.set', 'document.viewed'],
  ...['case.claimed', 'case.released', 'case.viewed', 'case.approved', 'case.rejected'],
  ...['user.searched', 'user.viewed', 'user.revealed', 'user.frozen'],
];

/** Everything staff did or looked at, newest first. */
export function TrailScreen() {
  const say = useSay();
  const go = useNavigate();
  const me = useMe();
  const language = useLook((look) => look.language);
  const address = useAddress();
  const { data: people } = usePeople();
  const isReader = me.roles.some((role) => READERS.includes(role));
  const actor = address.get('actor');
  const action = address.get('action');
  const subject = address.get('subject');
  const query = useInfiniteQuery({
    queryKey: ['trail', isReader, actor, action, subject],
    queryFn: ({ pageParam }) =>
      call(isReader ? routes.listTrail : routes.listOwnTrail, {
        limit: PAGE,
        ...(actor !== undefined && { actor }),
        ...(action !== undefined && { action }),
        ...(subject !== undefined && { subject }),
        ...(pageParam !== null && { before: pageParam }),
      }),
    initialPageParam: null as bigint | null,
    getNextPageParam: ({ next }) => next,
  });
  const rows = useMemo(() => query.data?.pages.flatMap(({ list }) => list) ?? [], [query.data]);
  const chosen = rows.find(({ id }) => String(id) === address.get('row'));
  const columns = useMemo(
    (): readonly Column<TrailRow>[] => [
      { id: 'id', title: say('trail.row'), width: '56px', text: ({ id }) => String(id) },
      { id: 'at', title: say('trail.time'), width: '112px', text: ({ at }) => momentText(at, language) },
      {
        id: 'who',
        title: say('trail.who'),
        width: '132px',
        text: ({ actor: name }) => name,
        cell: ({ actor: name }) => <Who name={name} />,
      },
      {
        id: 'did',
        title: say('trail.did'),
        width: 'minmax(0,1.5fr)',
        text: (row) => sayValue(say, 'action', row.action),
      },
      { id: 'subject', title: say('trail.subject'), width: 'minmax(0,1fr)', text: (row) => row.subject },
      { id: 'why', title: say('trail.why'), width: 'minmax(0,1.4fr)', text: ({ reason }) => reason },
      {
        id: 'hash',
        title: say('trail.hash'),
        width: '96px',
        text: ({ hash }) => hash,
        cell: ({ hash }) => (
          <span className="ident text-ink-3">
            {hash.slice(0, 4)}…{hash.slice(-4)}
          </span>
        ),
      },
    ],
    [say, language],
  );
  const open = (row: TrailRow) => {
    const path = subjectPath(row.subject);
    if (path !== undefined) void go(path);
  };
  return (
    <DeskPage
      title={say('trail.title')}
      about={say(isReader ? 'trail.about' : 'trail.about_own')}
      end={
        <SearchBox
          label={say('trail.find')}
          value={subject ?? ''}
          onChange={(text) => address.set({ subject: text })}
        />
      }
      strip={<TrailStrip />}
      aside={{
        label: say('trail.pane'),
        isOpen: chosen !== undefined,
        onClose: () => address.set({ row: undefined }),
        body:
          chosen === undefined ? (
            <p className="d-px py-4 text-ink-3">{say('trail.choose')}</p>
          ) : (
            <TrailPane row={chosen} />
          ),
      }}
      keys={[
        [['j', 'k'], say('keys.move')],
        [['↵'], say('keys.subject')],
        [['/'], say('keys.search')],
      ]}
    >
      <section className="d-pane">
        <div className="d-bar">
          {isReader && (
            <Filter
              label={say('trail.who')}
              value={actor}
              onChange={(value) => address.set({ actor: value })}
              options={(people?.list ?? []).map(({ id, name }) => [`staff:${id}`, name])}
            />
          )}
          <Filter
            label={say('trail.action')}
            value={action}
            onChange={(value) => address.set({ action: value })}
            options={ACTIONS.map((name) => [name, sayValue(say, 'action', name)])}
          />
          <span className="ml-auto flex flex-wrap gap-2">
            <SavedViews page="trail" />
            <TableTools name="trail" rows={rows} columns={columns} />
          </span>
        </div>
        <DataTable
          label={say('trail.title')}
          rows={rows}
          columns={columns}
          idOf={({ id }) => String(id)}
          selected={address.get('row')}
          onSelect={(row) => address.set({ row })}
          onOpen={open}
          empty={say('table.nothing')}
          onMore={query.hasNextPage && !query.isFetching ? () => void query.fetchNextPage() : undefined}
        />
        <p className="d-table__foot d-cut">
          {say(query.hasNextPage ? 'table.rows_and_more' : 'table.rows', { count: rows.length })}
        </p>
      </section>
    </DeskPage>
  );
}

type FilterProps = {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  options: readonly (readonly [value: string, name: string])[];
};

function Filter({ label, value, onChange, options }: FilterProps) {
  return (
    <label className={value === undefined ? 'd-chip' : 'd-chip d-chip--on'}>
      <span className="sr-only">{label}</span>
      <select value={value ?? ''} onChange={(event) => onChange(event.target.value || undefined)}>
        <option value="">{label}</option>
        {options.map(([it, name]) => (
          <option key={it} value={it}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

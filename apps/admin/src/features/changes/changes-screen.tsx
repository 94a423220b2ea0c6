import { CHANGE_STATES, type ChangeState } from '@app/domain/staff';
import * as routes from '@app/protocol/staff';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { call } from '../../data/call.ts';
import { useLook } from '../../data/look.ts';
import { type Change, useChange } from '../../data/queries.ts';
import { subjectPath } from '../../data/subject-path.ts';
import { useSay } from '../../data/texts.ts';
import { momentText } from '../../lib/moments.ts';
import { useAddress } from '../../lib/use-address.ts';
import { ChangePane } from '../../parts/change-pane.tsx';
import { type Column, DataTable, TableTools } from '../../parts/data-table.tsx';
import { DeskPage } from '../../parts/desk-page.tsx';
import { Diff } from '../../parts/diff.tsx';
import { Who } from '../../parts/person.tsx';
import { SavedViews } from '../../parts/saved-views.tsx';

const PAGE = 100;

/** Lists everything that two people decide or decided, newest first. */
export function ChangesScreen() {
  const say = useSay();
  const language = useLook((look) => look.language);
  const address = useAddress();
  const state = CHANGE_STATES.find((it) => it === address.get('state'));
  const subject = address.get('subject');
  const id = address.get('id');
  const query = useInfiniteQuery({
    queryKey: ['changes', state, subject],
    queryFn: ({ pageParam }) =>
      call(routes.listChanges, {
        limit: PAGE,
        ...(state !== undefined && { state }),
        ...(subject !== undefined && { subject }),
        ...(pageParam !== null && { before: pageParam }),
      }),
    initialPageParam: null as bigint | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: 5_000,
  });
  const rows = useMemo(() => query.data?.pages.flatMap(({ list }) => list) ?? [], [query.data]);
  const columns = useMemo(
    (): readonly Column<Change>[] => [
      { id: 'id', title: say('changes.number'), width: '64px', text: (change) => String(change.id) },
      {
        id: 'made',
        title: say('changes.made_at'),
        width: '120px',
        text: (change) => momentText(change.made_at, language),
      },
      { id: 'about', title: say('changes.about'), width: 'minmax(0,1.3fr)', text: (change) => change.subject },
      {
        id: 'diff',
        title: say('changes.change'),
        width: 'minmax(0,1fr)',
        text: ({ payload }) => payload,
        cell: (change) => <Diff change={change} />,
      },
      {
        id: 'maker',
        title: say('changes.made_by'),
        width: '132px',
        text: ({ made_by: maker }) => `staff:${maker}`,
        cell: ({ made_by: maker }) => <Who name={`staff:${maker}`} />,
      },
      {
        id: 'state',
        title: say('changes.state'),
        width: '96px',
        text: (change) => say(change.is_expired ? 'change.state.expired' : `change.state.${change.state}`),
      },
      { id: 'why', title: say('change.why'), width: 'minmax(0,1fr)', text: ({ reason }) => reason },
    ],
    [say, language],
  );
  return (
    <DeskPage
      title={say('changes.title')}
      about={say('changes.page_about')}
      aside={{
        label: say('changes.pane'),
        isOpen: id !== undefined,
        onClose: () => address.set({ id: undefined }),
        body: id === undefined ? <p className="d-px py-4 text-ink-3">{say('changes.choose')}</p> : <Chosen id={id} />,
      }}
      keys={[
        [['j', 'k'], say('keys.move')],
        [['a'], say('change.sign')],
        [['r'], say('change.refuse')],
      ]}
    >
      <section className="d-pane">
        <div className="d-bar">
          {[undefined, ...CHANGE_STATES].map((it: ChangeState | undefined) => (
            <button
              key={it ?? 'all'}
              type="button"
              aria-pressed={it === state}
              className={it === state ? 'd-chip d-chip--on' : 'd-chip'}
              onClick={() => address.set({ state: it })}
            >
              {it === undefined ? say('changes.all') : say(`change.state.${it}`)}
            </button>
          ))}
          <span className="ml-auto flex flex-wrap gap-2">
            <SavedViews page="changes" />
            <TableTools name="changes" rows={rows} columns={columns} />
          </span>
        </div>
        <DataTable
          label={say('changes.title')}
          rows={rows}
          columns={columns}
          idOf={(change) => String(change.id)}
          selected={id}
          onSelect={(next) => address.set({ id: next })}
          empty={say('table.nothing')}
          onMore={query.hasNextPage && !query.isFetching ? () => void query.fetchNextPage() : undefined}
        />
        <Foot count={rows.length} />
      </section>
    </DeskPage>
  );
}

const Foot = ({ count }: { count: number }) => {
  const say = useSay();
  return <p className="d-table__foot d-cut">{say('table.rows', { count })}</p>;
};

/** Shows what is signed above the decision: someone who came from a link has not seen the setting. */
function Chosen({ id }: { id: string }) {
  const say = useSay();
  const { data } = useChange(id);
  const path = data && subjectPath(data.subject);
  return (
    <>
      {data !== undefined && (
        <div className="d-px pt-4">
          <h2 className="pb-2 text-title wrap-anywhere">
            {path === undefined ? data.subject : <Link to={path}>{data.subject}</Link>}
          </h2>
          <Diff change={data} />
          <pre className="d-code ident mt-2">{data.payload}</pre>
          <p className="ident pt-1 text-micro text-ink-3">
            {say('changes.hash')} {data.payload_hash.slice(0, 16)}…
          </p>
        </div>
      )}
      <ChangePane id={id} />
    </>
  );
}

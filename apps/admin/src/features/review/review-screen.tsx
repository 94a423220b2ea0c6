import * as routes from '@app/protocol/staff';
import { Empty, ErrorPanel } from '@app/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../data/call.ts';
import { useLook } from '../../data/look.ts';
import { type CaseRow, useCaseQueue } from '../../data/queries.ts';
import { useSay } from '../../data/texts.ts';
import { durationText, momentText } from '../../lib/moments.ts';
import { useAddress } from '../../lib/use-address.ts';
import { type Column, DataTable, TableTools } from '../../parts/data-table.tsx';
import { DeskPage } from '../../parts/desk-page.tsx';
import { casePath, NextCase } from '../../parts/next-case.tsx';
import { Who } from '../../parts/person.tsx';
import { SavedViews } from '../../parts/saved-views.tsx';

const PAGE = 100;
const STATES = ['under_review', 'rejected'] as const;

/** The queue of identity cases, and those that were rejected. Cases are not chosen here: the next one is given. */
export function ReviewScreen() {
  const say = useSay();
  const go = useNavigate();
  const address = useAddress();
  const state = STATES.find((it) => it === address.get('state')) ?? 'under_review';
  const query = useInfiniteQuery({
    queryKey: ['cases', 'list', state],
    queryFn: ({ pageParam }) =>
      call(routes.listCases, { state, limit: PAGE, ...(pageParam !== null && { after: pageParam }) }),
    initialPageParam: null as bigint | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: 5_000,
  });
  const rows = useMemo(() => query.data?.pages.flatMap(({ list }) => list) ?? [], [query.data]);
  const columns = useColumns(state, query.data?.pages[0]?.at ?? Date.now());
  return (
    <DeskPage
      title={say('review.title')}
      about={say('review.about')}
      end={<NextCase isMain />}
      strip={<Waiting />}
      keys={[
        [['n'], say('review.next')],
        [['j', 'k'], say('keys.move')],
        [['↵'], say('keys.open')],
      ]}
    >
      <section className="d-pane">
        <div className="d-bar">
          {STATES.map((it) => (
            <button
              key={it}
              type="button"
              aria-pressed={it === state}
              className={it === state ? 'd-chip d-chip--on' : 'd-chip'}
              onClick={() => address.set({ state: it === 'under_review' ? undefined : it })}
            >
              {say(it === 'under_review' ? 'review.list.waiting' : 'review.list.rejected')}
            </button>
          ))}
          <span className="ml-auto flex flex-wrap gap-2">
            <SavedViews page="identity" />
            <TableTools name="identity" rows={rows} columns={columns} />
          </span>
        </div>
        {query.isError ? (
          <ErrorPanel
            title={say('failed.no_answer')}
            retry={{ label: say('frame.retry'), go: () => void query.refetch() }}
          />
        ) : query.isSuccess && rows.length === 0 ? (
          <Empty
            title={say(state === 'rejected' ? 'review.no_rejected' : 'review.nothing')}
            text={say(state === 'rejected' ? 'review.no_rejected_about' : 'review.nothing_about')}
          />
        ) : (
          <DataTable
            label={say('review.title')}
            rows={rows}
            columns={columns}
            idOf={({ id }) => String(id)}
            selected={address.get('row')}
            onSelect={(row) => address.set({ row })}
            onOpen={({ id }) => void go(casePath(id))}
            empty={query.isLoading ? say('frame.loading') : ''}
            onMore={query.hasNextPage && !query.isFetching ? () => void query.fetchNextPage() : undefined}
          />
        )}
      </section>
    </DeskPage>
  );
}

function useColumns(state: (typeof STATES)[number], at: number) {
  const say = useSay();
  const language = useLook((look) => look.language);
  return useMemo(
    (): readonly Column<CaseRow>[] => [
      {
        id: 'id',
        title: say('review.case'),
        width: '168px',
        text: ({ id }) => String(id),
        cell: ({ id }) => <span className="ident">{String(id)}</span>,
      },
      {
        id: 'about',
        title: say('review.queue'),
        width: 'minmax(0,1fr)',
        text: ({ level }) => say('review.level_queue', { level }),
      },
      {
        id: 'user',
        title: say('review.user'),
        width: '168px',
        text: ({ user_id: user }) => String(user),
        cell: ({ user_id: user }) => <span className="ident">{String(user)}</span>,
      },
      {
        id: 'document',
        title: say('review.document'),
        width: 'minmax(0,1fr)',
        text: ({ document }) => say(`document.${document}`),
      },
      { id: 'attempt', title: say('review.attempt'), width: '64px', text: ({ attempt }) => String(attempt) },
      {
        id: 'sent',
        title: say('review.sent'),
        width: '120px',
        text: ({ submitted_at: sent }) => momentText(sent, language),
      },
      state === 'rejected'
        ? {
            id: 'decided',
            title: say('review.decided'),
            width: '120px',
            text: ({ decided_at: decided }) => momentText(decided ?? 0, language),
          }
        : {
            id: 'waiting',
            title: say('review.waiting'),
            width: '120px',
            text: ({ submitted_at: sent }) => durationText(at - sent, language),
          },
      {
        id: 'held',
        title: say('review.held_by'),
        width: 'minmax(0,1.8fr)',
        text: ({ held_by: by }) => (by === null ? '' : `staff:${by}`),
        cell: ({ held_by: by, held_until: until }) =>
          by === null ? (
            <span className="text-ink-3">{say('review.nobody')}</span>
          ) : (
            <span className="flex items-center gap-2">
              <Who name={`staff:${by}`} />
              <span className="text-ink-3">
                {say('review.for', { time: durationText((until ?? at) - at, language) })}
              </span>
            </span>
          ),
      },
    ],
    [say, language, state, at],
  );
}

/** Shows what waits for each level above the list. */
function Waiting() {
  const say = useSay();
  const language = useLook((look) => look.language);
  const { data } = useCaseQueue();
  if (data === undefined) return null;
  return (
    <dl className="d-strip">
      {([1, 2] as const).map((level) => {
        const row = data.levels.find((it) => it.level === level);
        return (
          <div key={level}>
            <dt>{say('review.level_queue', { level })}</dt>
            <dd>{say('review.count_waiting', { count: row?.waiting ?? 0 })}</dd>
            <dd>
              {row === undefined
                ? say('review.none')
                : say('review.oldest_for', {
                    time: durationText(data.at - row.oldest_at, language),
                    free: row.waiting - row.holders.length,
                  })}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

import type { Output } from '@app/protocol';
import * as routes from '@app/protocol/staff';
import { Avatar, Empty, Tag } from '@app/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import { call } from '../../data/call.ts';
import { useSay } from '../../data/texts.ts';
import { useAddress } from '../../lib/use-address.ts';
import { type Column, DataTable, TableTools } from '../../parts/data-table.tsx';
import { DeskPage } from '../../parts/desk-page.tsx';
import { failureText } from '../../parts/reason-dialog.tsx';
import { LookupBox } from './lookup-box.tsx';
import { STATE_TONES } from './user-state.ts';

type Found = Output<typeof routes.searchUsers>['list'][number];

/** Finds users. What was found is in the trail; what was typed is not. */
export function UsersScreen() {
  const say = useSay();
  const go = useNavigate();
  const address = useAddress();
  const text = address.get('q') ?? '';
  const query = useInfiniteQuery({
    queryKey: ['users', text],
    queryFn: ({ pageParam }) =>
      call(routes.searchUsers, { text, limit: 50, ...(pageParam !== null && { after: pageParam }) }),
    enabled: text !== '',
    initialPageParam: null as bigint | null,
    getNextPageParam: ({ next }) => next,
    refetchOnWindowFocus: false,
  });
  const rows = useMemo(() => query.data?.pages.flatMap(({ list }) => list) ?? [], [query.data]);
  const columns = useColumns();
  return (
    <DeskPage
      title={say('users.title')}
      about={say('users.about')}
      end={<LookupBox key={text} value={text} onSearch={(q) => address.set({ q, id: undefined })} />}
      keys={[
        [['j', 'k'], say('keys.move')],
        [['↵'], say('keys.open')],
        [['/'], say('keys.search')],
      ]}
    >
      <section className="d-pane">
        {text === '' ? (
          <Hints />
        ) : (
          <>
            <div className="d-bar">
              <span className="text-ink-3">{say('users.choose')}</span>
              <span className="ml-auto flex gap-2">
                <TableTools name="users" rows={rows} columns={columns} />
              </span>
            </div>
            <DataTable
              label={say('users.title')}
              rows={rows}
              columns={columns}
              idOf={({ id }) => String(id)}
              selected={address.get('id')}
              onSelect={(id) => address.set({ id })}
              onOpen={({ id }) => void go(`/users/${id}`)}
              empty={
                query.isPending
                  ? say('frame.loading')
                  : query.isError
                    ? failureText(query.error, say('failed.no_answer'))
                    : say('users.nobody')
              }
              onMore={query.hasNextPage && !query.isFetching ? () => void query.fetchNextPage() : undefined}
            />
            <p className="d-table__foot d-cut">
              {say(query.hasNextPage ? 'users.count_and_more' : 'users.count', { count: rows.length })}
            </p>
          </>
        )}
      </section>
    </DeskPage>
  );
}

function Hints() {
  const say = useSay();
  return (
    <div className="m-auto max-w-120 p-6">
      <Empty title={say('users.start')} text={say('users.start_about')} />
    </div>
  );
}

function useColumns(): readonly Column<Found>[] {
  const say = useSay();
  return useMemo(
    () => [
      {
        id: 'uid',
        title: say('users.uid'),
        width: '176px',
        text: ({ id }) => String(id),
        cell: ({ id }) => (
          // The row behind it would only select it.
          <Link className="ident text-brand" to={`/users/${id}`} onClick={(event) => event.stopPropagation()}>
            {String(id)}
          </Link>
        ),
      },
      {
        id: 'name',
        title: say('users.name'),
        width: 'minmax(0,1fr)',
        text: ({ nickname }) => nickname,
        cell: ({ id, nickname }) => (
          <span className="d-who">
            <Avatar seed={Number(id % 1_000_000_007n)} size={24} />
            {nickname}
          </span>
        ),
      },
      { id: 'mail', title: say('users.mail'), width: 'minmax(0,1.2fr)', text: ({ email }) => email ?? '—' },
      { id: 'phone', title: say('users.phone'), width: 'minmax(0,1fr)', text: ({ mobile }) => mobile ?? '—' },
      { id: 'level', title: say('users.level'), width: '64px', text: ({ level }) => String(level) },
      { id: 'country', title: say('users.country'), width: '72px', text: ({ country }) => country ?? '—' },
      {
        id: 'state',
        title: say('changes.state'),
        width: '112px',
        text: ({ state }) => say(`user.state.${state}`),
        cell: ({ state }) => <Tag tone={STATE_TONES[state]}>{say(`user.state.${state}`)}</Tag>,
      },
      {
        id: 'by',
        title: say('users.found_by'),
        width: '112px',
        text: ({ found_by: by }) => say(`users.by.${by}`),
      },
    ],
    [say],
  );
}

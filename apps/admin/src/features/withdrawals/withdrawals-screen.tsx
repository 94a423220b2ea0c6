import { Empty, ErrorPanel, StaleBadge } from '@app/ui';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useLook } from '../../data/look.ts';
import { type Change, type DeskWithdrawal, useWaiting, useWithdrawalQueue } from '../../data/queries.ts';
import { useSay } from '../../data/texts.ts';
import { momentText } from '../../lib/moments.ts';
import { useAddress } from '../../lib/use-address.ts';
import { DataTable, TableTools } from '../../parts/data-table.tsx';
import { DeskPage } from '../../parts/desk-page.tsx';
import { SavedViews } from '../../parts/saved-views.tsx';
import { Books } from './books.tsx';
import { useDeskList, useFoundWithdrawal } from './desk-queries.ts';
import { DESK_STATES } from './desk-rules.ts';
import { useDeskColumns } from './table-columns.tsx';
import { HaltAlarm, WalletStrip } from './wallets.tsx';
import { WithdrawalPane } from './withdrawal-pane.tsx';

/** Lists withdrawals by state, oldest first, and decides on the chosen one. */
export function WithdrawalsScreen() {
  const say = useSay();
  const go = useNavigate();
  const address = useAddress();
  const language = useLook((look) => look.language);
  const state = DESK_STATES.find((it) => it === address.get('state')) ?? 'review';
  const id = address.get('id');
  const query = useDeskList(state);
  const [first] = query.data?.pages ?? [];
  const rows = useMemo(() => query.data?.pages.flatMap(({ list }) => list) ?? [], [query.data]);
  const columns = useDeskColumns(first?.at ?? Date.now(), useChangesById());
  const wallets = first?.wallets ?? [];
  return (
    <DeskPage
      title={say('withdrawals.title')}
      about={say('withdrawals.about')}
      strip={
        <>
          <HaltAlarm wallets={wallets} />
          <WalletStrip wallets={wallets} />
          <Books />
        </>
      }
      aside={{
        label: say('withdrawals.pane'),
        isOpen: id !== undefined,
        onClose: () => address.set({ id: undefined }),
        body: <Chosen id={id} rows={rows} isRead={query.isSuccess} at={first?.at ?? Date.now()} />,
      }}
      keys={[
        [['j', 'k'], say('keys.move')],
        [['↵'], say('withdrawals.keys.user')],
        [['a'], say('change.sign')],
        [['r'], say('change.refuse')],
      ]}
    >
      <section className="d-pane d-dense">
        <div className="d-bar">
          <StateChips state={state} onChoose={(it) => address.set({ state: it, id: undefined })} />
          <span className="ml-auto flex flex-wrap gap-2">
            {query.isError && query.data !== undefined && (
              <StaleBadge>{say('withdrawals.stale', { time: momentText(first?.at ?? 0, language) })}</StaleBadge>
            )}
            <SavedViews page="withdrawals" />
            <TableTools name={`withdrawals-${state}`} rows={rows} columns={columns} />
          </span>
        </div>
        {query.isError && query.data === undefined ? (
          <ErrorPanel
            title={say('failed.no_answer')}
            retry={{ label: say('frame.retry'), go: () => void query.refetch() }}
          />
        ) : query.data !== undefined && rows.length === 0 ? (
          <Empty title={say(`withdrawals.empty.${state}`)} text={say('withdrawals.empty_about')} />
        ) : (
          <DataTable
            label={say('withdrawals.title')}
            rows={rows}
            columns={columns}
            idOf={(row) => String(row.id)}
            selected={id}
            onSelect={(next) => address.set({ id: next })}
            onOpen={({ user_id: user }) => void go(`/users/${user}`)}
            empty={query.isLoading ? say('frame.loading') : ''}
            onMore={query.hasNextPage && !query.isFetching ? () => void query.fetchNextPage() : undefined}
          />
        )}
        {rows.length > 0 && (
          <p className="d-table__foot d-cut">
            {say(query.hasNextPage ? 'withdrawals.rows_and_more' : 'table.rows', { count: rows.length })}
          </p>
        )}
      </section>
    </DeskPage>
  );
}

type ChipsProps = { state: DeskWithdrawal['state']; onChoose: (state: string | undefined) => void };

function StateChips({ state, onChoose }: ChipsProps) {
  const say = useSay();
  const { data } = useWithdrawalQueue();
  const waiting = data === undefined ? '' : `${data.list.length}${data.next === null ? '' : '+'}`;
  return DESK_STATES.map((it) => (
    <button
      key={it}
      type="button"
      aria-pressed={it === state}
      className={it === state ? 'd-chip d-chip--on' : 'd-chip'}
      onClick={() => onChoose(it === 'review' ? undefined : it)}
    >
      {say(`withdrawals.state.${it}`)}
      {it === 'review' && waiting !== '' && <b>{waiting}</b>}
    </button>
  ));
}

function useChangesById(): ReadonlyMap<bigint, Change> {
  const { data } = useWaiting();
  return useMemo(() => new Map(data?.list.map((change) => [change.id, change])), [data]);
}

type ChosenProps = { id: string | undefined; rows: readonly DeskWithdrawal[]; isRead: boolean; at: number };

/** Shows the chosen withdrawal, also after a decision took it out of the list. */
function Chosen({ id, rows, isRead, at }: ChosenProps) {
  const say = useSay();
  const listed = rows.find((row) => String(row.id) === id);
  const found = useFoundWithdrawal(id, listed !== undefined || !isRead);
  const row = listed ?? found.data;
  if (row != null) return <WithdrawalPane key={id} row={row} at={at} />;
  const text =
    id === undefined
      ? say('withdrawals.choose')
      : found.data === null
        ? say('withdrawals.gone')
        : say(found.isError ? 'failed.no_answer' : 'frame.loading');
  return <p className="d-px py-4 text-ink-3">{text}</p>;
}

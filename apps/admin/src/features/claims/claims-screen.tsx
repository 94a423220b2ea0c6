import { formatDecimal } from '@app/money';
import { Empty, ErrorPanel, StaleBadge, Tag } from '@app/ui';
import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import { useLook } from '../../data/look.ts';
import { type DeskClaim, type LyingCoin, useClaimQueue } from '../../data/queries.ts';
import { type Say, useSay } from '../../data/texts.ts';
import { groupDigits } from '../../lib/group-digits.ts';
import { durationText, momentText } from '../../lib/moments.ts';
import { useAddress } from '../../lib/use-address.ts';
import { type Column, DataTable, TableTools } from '../../parts/data-table.tsx';
import { DeskPage } from '../../parts/desk-page.tsx';
import { SavedViews } from '../../parts/saved-views.tsx';
import { ClaimPane } from './claim-pane.tsx';
import { useClaimList, useFoundClaim } from './claim-queries.ts';
import { CLAIM_ORDER, CLAIM_TONES } from './claim-rules.ts';

const NO_COINS: readonly LyingCoin[] = [];

/** Lists deposits that their users miss, oldest first, and decides on the chosen one. */
export function ClaimsScreen() {
  const say = useSay();
  const go = useNavigate();
  const address = useAddress();
  const language = useLook((look) => look.language);
  const state = CLAIM_ORDER.find((it) => it === address.get('state')) ?? 'waiting';
  const id = address.get('id');
  const query = useClaimList(state);
  const [first] = query.data?.pages ?? [];
  const rows = useMemo(() => query.data?.pages.flatMap(({ list }) => list) ?? [], [query.data]);
  const at = first?.at ?? Date.now();
  const columns = useMemo(
    () => columnsOf(say, (row) => durationText(at - row.created_at, language)),
    [say, at, language],
  );
  return (
    <DeskPage
      title={say('claims.title')}
      about={say('claims.about')}
      aside={{
        label: say('claims.pane'),
        isOpen: id !== undefined,
        onClose: () => address.set({ id: undefined }),
        body: <Chosen id={id} rows={rows} isRead={query.isSuccess} coins={first?.coins ?? NO_COINS} at={at} />,
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
              <StaleBadge>{say('withdrawals.stale', { time: momentText(at, language) })}</StaleBadge>
            )}
            <SavedViews page="deposits" />
            <TableTools name={`deposits-${state}`} rows={rows} columns={columns} />
          </span>
        </div>
        {query.isError && query.data === undefined ? (
          <ErrorPanel
            title={say('failed.no_answer')}
            retry={{ label: say('frame.retry'), go: () => void query.refetch() }}
          />
        ) : query.data !== undefined && rows.length === 0 ? (
          <Empty title={say(`claims.empty.${state}`)} text={say('withdrawals.empty_about')} />
        ) : (
          <DataTable
            label={say('claims.title')}
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
      </section>
    </DeskPage>
  );
}

type ChipsProps = { state: DeskClaim['state']; onChoose: (state: string | undefined) => void };

function StateChips({ state, onChoose }: ChipsProps) {
  const say = useSay();
  const { data } = useClaimQueue();
  const waiting = data === undefined ? '' : `${data.list.length}${data.next === null ? '' : '+'}`;
  return CLAIM_ORDER.map((it) => (
    <button
      key={it}
      type="button"
      aria-pressed={it === state}
      className={it === state ? 'd-chip d-chip--on' : 'd-chip'}
      onClick={() => onChoose(it === 'waiting' ? undefined : it)}
    >
      {say(`claims.state.${it}`)}
      {it === 'waiting' && waiting !== '' && <b>{waiting}</b>}
    </button>
  ));
}

const columnsOf = (say: Say, ageOf: (row: DeskClaim) => string): readonly Column<DeskClaim>[] => [
  { id: 'age', title: say('withdrawals.age'), width: '76px', text: ageOf },
  { id: 'id', title: say('claims.report'), width: 'minmax(152px,0.8fr)', text: ({ id }) => String(id) },
  {
    id: 'user',
    title: say('withdrawals.user'),
    width: 'minmax(152px,0.8fr)',
    text: ({ user_id: user }) => String(user),
    cell: ({ user_id: user }) => (
      <Link className="ident text-brand" to={`/users/${user}`}>
        {String(user)}
      </Link>
    ),
  },
  {
    id: 'stated',
    title: say('claims.stated'),
    width: 'minmax(88px,1fr)',
    isNumber: true,
    text: ({ stated, currency }) => `${formatDecimal(stated)} ${currency}`,
    cell: ({ stated, currency }) => (
      <>
        {groupDigits(formatDecimal(stated))} <span className="text-ink-3">{currency}</span>
      </>
    ),
  },
  {
    id: 'found',
    title: say('claims.found'),
    width: 'minmax(88px,1fr)',
    isNumber: true,
    text: ({ amount, currency }) => (amount === null ? '' : `${formatDecimal(amount)} ${currency}`),
  },
  {
    id: 'state',
    title: say('withdrawals.step'),
    width: '92px',
    text: ({ state, change_id: change }) => say(change === null ? `claims.state.${state}` : 'claims.proposed'),
    cell: ({ state, change_id: change }) => (
      <Tag tone={change === null ? CLAIM_TONES[state] : 'brand'}>
        {say(change === null ? `claims.state.${state}` : 'claims.proposed')}
      </Tag>
    ),
  },
];

type ChosenProps = {
  id: string | undefined;
  rows: readonly DeskClaim[];
  isRead: boolean;
  coins: readonly LyingCoin[];
  at: number;
};

/** Shows the chosen report, also after a decision took it out of the list. */
function Chosen({ id, rows, isRead, coins, at }: ChosenProps) {
  const say = useSay();
  const listed = rows.find((row) => String(row.id) === id);
  const found = useFoundClaim(id, listed !== undefined || !isRead);
  const row = listed ?? found.data;
  if (row != null) return <ClaimPane key={id} row={row} coins={coins} at={at} />;
  const text =
    id === undefined
      ? say('claims.choose')
      : found.data === null
        ? say('claims.gone')
        : say(found.isError ? 'failed.no_answer' : 'frame.loading');
  return <p className="d-px py-4 text-ink-3">{text}</p>;
}

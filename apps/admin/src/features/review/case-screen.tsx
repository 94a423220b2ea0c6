import { CallRefused } from '@app/client/call';
import * as routes from '@app/protocol/staff';
import { Avatar, ErrorPanel, Icon, Level, SkeletonRows, Tag } from '@app/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../data/call.ts';
import { type CaseRow, type OpenedCase, useCaseState, useMe, useOpenedCase, useSettings } from '../../data/queries.ts';
import { useSay } from '../../data/texts.ts';
import { useAddress } from '../../lib/use-address.ts';
import { DeskPage } from '../../parts/desk-page.tsx';
import { NextCase } from '../../parts/next-case.tsx';
import { CaseFacts } from './case-facts.tsx';
import { DecidedPane, DecisionPane, WaitingPane } from './decision-pane.tsx';
import { CaseTimeline } from './timeline.tsx';
import { Viewer } from './viewer.tsx';

/** One case: its pictures, what the user typed, other accounts with the same, and the decision. */
export function CaseScreen() {
  const id = useAddress().get('id') ?? '';
  return /^[1-9]\d{0,17}$/.test(id) ? <Case key={id} id={BigInt(id)} /> : <NoCase />;
}

function Case({ id }: { id: bigint }) {
  const say = useSay();
  const opened = useOpenedCase(id);
  const state = useCaseState(id);
  if (opened.error instanceof CallRefused) return <NoCase />;
  if (opened.isError)
    return (
      <DeskPage title={say('review.title')} keys={[]}>
        <ErrorPanel
          title={say('failed.no_answer')}
          retry={{ label: say('frame.retry'), go: () => void opened.refetch() }}
        />
      </DeskPage>
    );
  if (opened.data === undefined)
    return (
      <DeskPage title={say('review.title')} keys={[]}>
        <section className="d-pane d-px py-4" aria-busy="true" aria-label={say('frame.loading')}>
          <SkeletonRows count={8} />
        </section>
      </DeskPage>
    );
  // What is known newest: the page reads the case itself only once.
  const read = state.data ?? opened.data;
  return <OpenCase opened={opened.data} row={read.case} at={read.at} />;
}

function NoCase() {
  const say = useSay();
  return (
    <DeskPage title={say('review.title')} end={<NextCase />} keys={[[['n'], say('review.next')]]}>
      <p className="d-px py-6 text-ink-3">{say('review.no_case')}</p>
    </DeskPage>
  );
}

type Shown = { readonly opened: OpenedCase; readonly row: CaseRow; readonly at: number };

function OpenCase({ opened, row, at }: Shown) {
  const say = useSay();
  const me = useMe();
  const [wasMine, setWasMine] = useState(false);
  const leftMs = useLeftMs(row.held_until, at);
  const isMine = String(row.held_by) === me.id && leftMs > 0;
  useEffect(() => {
    if (isMine) setWasMine(true);
  }, [isMine]);
  const isLost = wasMine && !isMine && row.state === 'under_review';
  return (
    <DeskPage
      title={<Crumbs opened={opened} />}
      end={
        <>
          {isMine && <Lease row={row} leftMs={leftMs} />}
          <NextCase />
        </>
      }
      aside={{
        label: say('review.decision'),
        isOpen: true,
        onClose: () => undefined, // It has a place beside the pictures at every width.
        body: isMine ? (
          <DecisionPane opened={opened} />
        ) : row.state === 'under_review' ? (
          <WaitingPane row={row} isLost={isLost} />
        ) : (
          <DecidedPane opened={opened} row={row} />
        ),
      }}
      keys={[
        [['1', '2', '3'], say('review.keys.picture')],
        [['+', '−'], say('review.keys.zoom')],
        [['j', 'k'], say('keys.move')],
        [['↵'], say('review.keys.mark')],
        [['a'], say('review.approve')],
        [['r'], say('review.reject')],
        [['n'], say('review.next')],
      ]}
    >
      <div className="d-case">
        <section className="d-pane" aria-label={say('review.pictures')}>
          <Viewer opened={opened} />
          <CaseTimeline opened={opened} row={row} />
        </section>
        <CaseFacts opened={opened} />
      </div>
    </DeskPage>
  );
}

function Crumbs({ opened }: { opened: OpenedCase }) {
  const say = useSay();
  const { case: row, details } = opened;
  return (
    <span className="d-crumbs">
      <Link to="/identity">{say('review.title')}</Link>
      <Icon name="right" size={12} />
      {say('review.level', { level: row.level })}
      <Icon name="right" size={12} />
      <Avatar seed={Number(row.user_id % 1_000n)} size={24} />
      <b className="truncate">{details.name ?? say('review.user')}</b>
      <span className="d-crumbs__id ident text-ink-3">{String(row.user_id)}</span>
      {row.attempt > 1 && <Tag>{say('review.try', { count: row.attempt })}</Tag>}
    </span>
  );
}

/** Returns the time for which the case is held still, by the server's clock; 0 once it is over. */
function useLeftMs(until: number | null, at: number): number {
  const [readAt, setReadAt] = useState(() => ({ at, local: Date.now() }));
  const [now, setNow] = useState(() => Date.now());
  if (readAt.at !== at) setReadAt({ at, local: Date.now() });
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return until === null ? 0 : Math.max(0, until - readAt.at - Math.max(0, now - readAt.local));
}

const FEW_MS = 120_000;
const clock = (ms: number): string =>
  `${String(Math.floor(ms / 60_000)).padStart(2, '0')}:${String(Math.floor((ms % 60_000) / 1_000)).padStart(2, '0')}`;

/** Shows for how long the case is held, and gives it back. */
function Lease({ row, leftMs }: { row: CaseRow; leftMs: number }) {
  const say = useSay();
  const queries = useQueryClient();
  const minutes = useSettings().data?.list.find(({ key }) => key === 'kyc.claim_minutes')?.value ?? '15';
  const percent = Math.min(100, (leftMs / (Number(minutes) * 60_000)) * 100);
  const giveBack = async () => {
    await call(routes.releaseCase, { id: row.id }).catch(() => undefined); // It is lost already.
    await queries.invalidateQueries({ queryKey: ['cases'] });
  };
  return (
    <>
      <span className="d-lease" role="timer">
        <span className={leftMs < FEW_MS ? 'text-warn' : ''}>{say('review.held', { time: clock(leftMs) })}</span>
        <Level label={say('review.time_left')} percent={percent} tone={leftMs < FEW_MS ? 'warn' : 'ok'} />
      </span>
      <button type="button" className="d-btn" onClick={() => void giveBack()}>
        {say('review.give_back')}
      </button>
    </>
  );
}

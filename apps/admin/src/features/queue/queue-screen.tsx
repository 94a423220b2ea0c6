import { Icon, Key } from '@app/ui';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useLook } from '../../data/look.ts';
import {
  type Change,
  type Setting,
  useMe,
  useProductState,
  useSettings,
  useTrailState,
  useWaiting,
  waitsFor,
} from '../../data/queries.ts';
import { nameOf } from '../../data/settings.ts';
import { sayValue, useSay } from '../../data/texts.ts';
import { durationText, momentText } from '../../lib/moments.ts';
import { useAddress } from '../../lib/use-address.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { CaseQueues } from '../../parts/case-queues.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { DeskPage } from '../../parts/desk-page.tsx';
import { Diff } from '../../parts/diff.tsx';
import { PayoutQueue } from '../../parts/payout-queue.tsx';
import { Who } from '../../parts/person.tsx';
import { SwitchAction } from '../../parts/switch-action.tsx';
import { WithdrawalQueue } from '../../parts/withdrawal-queue.tsx';

/** Age after which a process that renews its lease every second, or a price block, counts as late. */
const LATE_MS = 10_000;

const NO_CHANGES: readonly Change[] = [];

/** The first page: what waits, for whom, and whether everything runs. */
export function QueueScreen() {
  const say = useSay();
  const go = useNavigate();
  const me = useMe();
  const language = useLook((look) => look.language);
  const address = useAddress();
  const [isOpen, setOpen] = useState(false);
  const waiting = useWaiting().data?.list ?? NO_CHANGES;
  const mine = waiting.filter((change) => waitsFor(change, me.id));
  const open = (change: Change) => void go(`/changes?id=${change.id}`);
  useKeys({ a: mine[0] && (() => mine[0] && open(mine[0])) });
  const columns = useMemo(
    (): readonly Column<Change>[] => [
      { id: 'id', title: say('changes.number'), width: '72px', text: ({ id }) => String(id) },
      { id: 'about', title: say('changes.about'), width: 'minmax(0,1.4fr)', text: ({ subject }) => subject },
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
        id: 'signed',
        title: say('changes.signed'),
        width: '72px',
        text: ({ signatures }) => say('changes.of_two', { count: signatures.length }),
      },
      {
        id: 'left',
        title: say('changes.left'),
        width: '120px',
        text: ({ expires_at: end }) => durationText(end - Date.now(), language),
      },
    ],
    [say, language],
  );
  return (
    <DeskPage
      title={say('queue.title')}
      about={`${momentText(Date.now(), language)} UTC`}
      end={
        <button type="button" className="d-btn d-only-narrow" onClick={() => setOpen(!isOpen)}>
          {say('queue.for_you', { count: mine.length })}
        </button>
      }
      strip={<StateStrip />}
      aside={{
        label: say('queue.aside'),
        isOpen,
        onClose: () => setOpen(false),
        body: (
          <>
            <ForMe mine={mine} open={open} />
            <Processes />
            <Switches />
          </>
        ),
      }}
      keys={[
        [['j', 'k'], say('keys.move')],
        [['↵'], say('keys.open')],
        [['a'], say('keys.review')],
        [['n'], say('review.next')],
      ]}
    >
      <section className="d-pane">
        <CaseQueues />
        <WithdrawalQueue />
        <PayoutQueue />
        <div className="d-title d-cut">
          <h2>{say('queue.waiting', { count: waiting.length })}</h2>
          <small>{say('queue.waiting_about')}</small>
        </div>
        <DataTable
          label={say('queue.waiting', { count: waiting.length })}
          rows={waiting}
          columns={columns}
          idOf={(change) => String(change.id)}
          selected={address.get('row')}
          onSelect={(row) => address.set({ row })}
          onOpen={open}
          empty={say('queue.nothing')}
        />
      </section>
    </DeskPage>
  );
}

function StateStrip() {
  const say = useSay();
  const language = useLook((look) => look.language);
  const { data: state } = useProductState();
  const { data: trail } = useTrailState();
  if (state === undefined || trail === undefined) return null;
  const { auditor, prices, at } = state;
  const ago = (ms: number) => say('state.ago', { time: durationText(at - ms, language) });
  const seal = trail.seals[0];
  const isUnbroken = trail.check?.faults.length === 0;
  return (
    <dl className="d-strip">
      <div>
        <dt>{say('state.auditor')}</dt>
        <dd className={auditor.breach === null ? '' : 'text-danger'}>
          <Icon name={auditor.breach === null ? 'check-circle' : 'warn'} size={20} />
          {say(auditor.breach === null ? 'state.books_add_up' : 'state.books_differ')}
        </dd>
        <dd>{auditor.breach ?? ago(auditor.ran_at)}</dd>
      </div>
      <div>
        <dt>{say('state.prices')}</dt>
        <dd>
          {prices === null
            ? say('state.no_prices')
            : say('state.sealed_to', { block: prices.block.toLocaleString('en-US') })}
        </dd>
        <dd>{prices !== null && say('state.prices_about', { ago: ago(prices.at), count: prices.ticks })}</dd>
      </div>
      <div>
        <dt>{say('state.trail')}</dt>
        <dd>{say(trail.check === null ? 'trail.unchecked' : isUnbroken ? 'trail.unbroken' : 'trail.broken')}</dd>
        <dd>
          {say('state.trail_rows', { count: trail.head?.seq ?? 0 })}
          {seal !== undefined && ` · ${say('trail.sealed_at', { time: momentText(seal.at, language) })}`}
        </dd>
      </div>
    </dl>
  );
}

function ForMe({ mine, open }: { mine: readonly Change[]; open: (change: Change) => void }) {
  const say = useSay();
  const language = useLook((look) => look.language);
  return (
    <section>
      <div className="d-title">
        <h2>{say('queue.for_you', { count: mine.length })}</h2>
      </div>
      {mine.length === 0 && <p className="d-px pb-3 font-normal text-ink-3">{say('queue.nothing_for_you')}</p>}
      {mine.map((change, at) => (
        <div key={String(change.id)} className={at === 0 ? 'd-ask d-ask--on' : 'd-ask'}>
          <div className="flex items-center justify-between gap-3">
            <b>{change.subject.replace(/^setting:/, '')}</b>
            <button type="button" className={at === 0 ? 'd-btn d-btn--primary' : 'd-btn'} onClick={() => open(change)}>
              {say('queue.review')}
              {at === 0 && <Key>a</Key>}
            </button>
          </div>
          <Diff change={change} />
          <div className="flex items-center justify-between gap-3">
            <Who name={`staff:${change.made_by}`} />
            <span>{say('changes.time_left', { time: durationText(change.expires_at - Date.now(), language) })}</span>
          </div>
        </div>
      ))}
    </section>
  );
}

/** Lists the processes that renew a lease in the database; what does not is not listed. */
function Processes() {
  const say = useSay();
  const language = useLook((look) => look.language);
  const { data } = useProductState();
  if (data === undefined || data.leases.length === 0) return null;
  const isLate = (ms: number) => data.at - ms > LATE_MS;
  const running = data.leases.filter(({ heartbeat_at: ms }) => !isLate(ms)).length;
  return (
    <section>
      <div className="d-title d-cut">
        <h2>{say('state.processes')}</h2>
        <small>{say('state.running', { count: running, of: data.leases.length })}</small>
      </div>
      <ul className="d-px grid grid-cols-2 gap-x-6">
        {data.leases.map(({ name, heartbeat_at: ms }) => (
          <li key={name} className="d-line">
            <span className={isLate(ms) ? 'd-live d-live--warn' : 'd-live'}>{name}</span>
            <small>{durationText(data.at - ms, language)}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}

const PRODUCT = 'switch.product.';

/** Whether there is something to stop: a product that is closed everywhere is on the page of all switches only. */
function isOffered(settings: readonly Setting[], key: string): boolean {
  if (!key.startsWith(PRODUCT)) return true;
  const place = settings.find((it) => it.key === `product.${key.slice(PRODUCT.length)}`);
  return place === undefined || /"open":true|"except":\["/.test(place.value);
}

/** Shows the switches of what is offered, and how many markets trade. */
function Switches() {
  const say = useSay();
  const language = useLook((look) => look.language);
  const { data } = useSettings();
  const all = data?.list.filter(({ key }) => key.startsWith('switch.')) ?? [];
  const shown = all
    .filter(
      ({ key, value }) => !key.startsWith('switch.market.') && (value === 'false' || isOffered(data?.list ?? [], key)),
    )
    .toSorted((one, other) => Number(one.key.startsWith(PRODUCT)) - Number(other.key.startsWith(PRODUCT)));
  const markets = all.filter(({ key }) => key.startsWith('switch.market.'));
  return (
    <section>
      <div className="d-title d-cut">
        <h2>{say('switch.title')}</h2>
        <small>{say('switch.about')}</small>
      </div>
      <ul className="d-px pb-4">
        {shown.map((setting) => (
          <li key={setting.key} className="d-line d-cut min-h-10">
            <span className={setting.value === 'true' ? 'd-live' : 'd-live d-live--off'}>
              {sayValue(say, 'switch.name', nameOf(setting.key).replaceAll(' ', '_'))}
              {setting.since !== null && (
                <small>{say('state.since', { time: momentText(setting.since, language) })}</small>
              )}
            </span>
            <SwitchAction setting={setting} />
          </li>
        ))}
        <li className="d-line d-cut min-h-10">
          <span className="d-live">
            {say('switch.markets')}
            <small>
              {say('switch.markets_open', {
                count: markets.filter(({ value }) => value === 'true').length,
                of: markets.length,
              })}
            </small>
          </span>
        </li>
      </ul>
    </section>
  );
}

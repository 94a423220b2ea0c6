import {
  amountForSpeech,
  Button,
  buttonClass,
  CoinIcon,
  Delayed,
  Empty,
  ErrorPanel,
  Icon,
  ListEnd,
  momentText,
  NavBar,
  Page,
  PullToRefresh,
  SkeletonRows,
  Stale,
  Tabs,
} from '@app/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { HIDDEN, useHiddenAmounts } from '../../../data/account/hidden-amounts.ts';
import { useIsOpen } from '../../../data/app/openness.ts';
import { useLocale, useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { useConnection } from '../../../data/socket/connection.ts';
import { dayLabel, daysOf } from '../../../lib/days.ts';
import { Conversions } from './conversion-list.tsx';
import { FilterChips } from './filter-chips.tsx';
import {
  type HistoryFilter,
  type HistoryTab,
  isFiltered,
  readFilter,
  TABS,
  tabIn,
  transferIn,
  writeFilter,
} from './history-filter.ts';
import { historyQuery, type Transfer } from './history-query.ts';
import { TransferSheet } from './transfer-sheet.tsx';

const TRANSFER = '/pages/fund/transfer';
const CONVERT = '/pages/fund/fundTransfer';
const OPENED_HERE = 'opened-here';

/** /pages/fund/transfer_history; filter and open transfer are in the address, so that links and going back work. */
export default function TransferHistoryScreen() {
  const text = useText();
  const [address, setAddress] = useSearchParams();
  const filter = readFilter(address);
  const back = { label: text('system.back'), go: useBack(TRANSFER) };
  const details = useDetails(filter);
  const tab = tabIn(address);
  const tabs = TABS.map((value) => ({ value, label: text(`convert.tab.${value}`) }));
  const bar = <NavBar title={text('wallet.transfers.title')} back={back} end={<NewOne tab={tab} />} />;
  const choose = (next: HistoryTab) => setAddress(next === 'transfers' ? {} : { tab: next }, { replace: true });
  return (
    <Page bar={bar}>
      <Tabs label={text('wallet.transfers.title')} tabs={tabs} value={tab} onChange={choose}>
        {tab === 'conversions' ? (
          <Conversions />
        ) : (
          <OwnTransfers filter={filter} details={details} setAddress={setAddress} id={transferIn(address)} />
        )}
      </Tabs>
    </Page>
  );
}

type OwnTransfersProps = {
  filter: HistoryFilter;
  details: ReturnType<typeof useDetails>;
  setAddress: ReturnType<typeof useSearchParams>[1];
  id: bigint | undefined;
};

function OwnTransfers({ filter, details, setAddress, id }: OwnTransfersProps) {
  return (
    <>
      <FilterChips filter={filter} onChange={(next) => setAddress(writeFilter(next), { replace: true })} />
      <Transfers filter={filter} onOpen={details.open} onReset={() => setAddress({}, { replace: true })} />
      <TransferSheet id={id} onClose={details.close} />
    </>
  );
}

/** Opens a transfer as a step of its own that going back undoes; one that a link opened leaves the list behind it. */
function useDetails(filter: HistoryFilter) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [, setAddress] = useSearchParams();
  return {
    open: (id: bigint) => setAddress({ ...writeFilter(filter), id: String(id) }, { state: OPENED_HERE }),
    close: () => void (state === OPENED_HERE ? navigate(-1) : setAddress(writeFilter(filter), { replace: true })),
  };
}

/** Leads to the page that makes more of what the tab lists. */
function NewOne({ tab }: { tab: HistoryTab }) {
  const text = useText();
  const isOpen = useIsOpen();
  if (tab === 'conversions')
    return isOpen(CONVERT) ? (
      <Link className="iconbtn" to={CONVERT} aria-label={text('convert.title')}>
        <Icon name="convert" />
      </Link>
    ) : null;
  return (
    <Link className="iconbtn" to={TRANSFER} aria-label={text('wallet.transfer')}>
      <Icon name="transfer" />
    </Link>
  );
}

type TransfersProps = {
  filter: HistoryFilter;
  onOpen: (id: bigint) => void;
  onReset: () => void;
};

function Transfers({ filter, onOpen, onReset }: TransfersProps) {
  const text = useText();
  const query = useInfiniteQuery(historyQuery(useSessionScope(), filter));
  const isCut = useConnection(({ isOnline }) => !isOnline);
  const { data, error, refetch, dataUpdatedAt, isRefetchError } = query;
  if (data === undefined && error === null)
    return (
      <Delayed>
        <SkeletonRows count={5} />
      </Delayed>
    );
  if (data === undefined)
    return (
      <ErrorPanel
        title={text('system.load.failed')}
        text={describeFailure(error, text)}
        retry={{ label: text('system.retry'), go: () => void refetch() }}
      />
    );
  const transfers = data.pages.flatMap(({ list }) => list);
  if (transfers.length === 0) return <NoTransfers isFilteredOut={isFiltered(filter)} onReset={onReset} />;
  return (
    <PullToRefresh
      label={text('system.refresh')}
      busyLabel={text('system.loading')}
      refresh={async () => void (await refetch())}
    >
      <Stale
        stale={isRefetchError || isCut}
        badge={text('system.stale', { time: momentText(dataUpdatedAt, ownZone(), Date.now()) })}
      >
        <TransferDays transfers={transfers} onOpen={onOpen} />
        <ListEnd query={query} labels={{ retry: text('system.retry'), end: text('system.more.end') }} />
      </Stale>
    </PullToRefresh>
  );
}

/** A list without transfers differs from one without matches: each has its own way on. */
function NoTransfers({ isFilteredOut, onReset }: { isFilteredOut: boolean; onReset: () => void }) {
  const text = useText();
  if (isFilteredOut)
    return (
      <div className="pt-10">
        <Empty
          title={text('wallet.transfers.none.match')}
          action={
            <Button size="small" onClick={onReset}>
              {text('wallet.transfers.reset')}
            </Button>
          }
        />
      </div>
    );
  const action = (
    <Link className={buttonClass({ size: 'small' })} to={TRANSFER}>
      {text('wallet.transfer')}
    </Link>
  );
  return (
    <div className="pt-10">
      <Empty title={text('wallet.transfers.none')} text={text('wallet.transfers.none.text')} action={action} />
    </div>
  );
}

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

type DaysProps = { transfers: readonly Transfer[]; onOpen: (id: bigint) => void };

/** Groups transfers by day, newest first. */
function TransferDays({ transfers, onOpen }: DaysProps) {
  const locale = useLocale();
  const timeZone = ownZone();
  const look = { now: serverNow(), timeZone, locale };
  return daysOf(transfers, timeZone).map((day) => (
    <section key={day.key}>
      <h2 className="px-gutter pt-3 pb-1 text-label text-ink-3 first-letter:uppercase">{dayLabel(day.at, look)}</h2>
      <ul>
        {day.items.map((transfer) => (
          <li key={String(transfer.id)}>
            <TransferRow transfer={transfer} onOpen={() => onOpen(transfer.id)} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

function TransferRow({ transfer, onOpen }: { transfer: Transfer; onOpen: () => void }) {
  const text = useText();
  const { isHidden } = useHiddenAmounts();
  const { from_field, to_field, currency, number, at } = transfer;
  const clock = new Intl.DateTimeFormat(useLocale(), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return (
    <button
      type="button"
      className="row py-2 text-left focus-visible:-outline-offset-4"
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <CoinIcon code={currency} size={32} />
      <span className="row__main">
        <span className="row__t flex-wrap gap-y-0">
          {text(`wallet.account.${from_field}`)}
          <Icon name="arrow-right" size={16} />
          {text(`wallet.account.${to_field}`)}
        </span>
        <span className="row__s block">
          {clock.format(at)} · {text('wallet.transfers.done')}
        </span>
      </span>
      <span className="row__trail">
        <span className="row__v block wrap-anywhere">{isHidden ? HIDDEN : amountForSpeech(number)}</span>
        <span className="row__s block">{currency}</span>
      </span>
    </button>
  );
}

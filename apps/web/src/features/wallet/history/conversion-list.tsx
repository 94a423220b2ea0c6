import {
  amountForSpeech,
  buttonClass,
  CoinIcon,
  CopyText,
  Delayed,
  Empty,
  ErrorPanel,
  Facts,
  Icon,
  ListEnd,
  momentText,
  PullToRefresh,
  Sheet,
  Skeleton,
  SkeletonRows,
  Stale,
  showToast,
} from '@app/ui';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import {
  type Conversion,
  conversionQuery,
  conversionsQuery,
  shareText,
  showRate,
} from '../../../data/account/conversions.ts';
import { HIDDEN, useHiddenAmounts } from '../../../data/account/hidden-amounts.ts';
import { useIsOpen } from '../../../data/app/openness.ts';
import { useLocale, useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { useConnection } from '../../../data/socket/connection.ts';
import { dayLabel, daysOf } from '../../../lib/days.ts';
import { transferIn } from './history-filter.ts';
import { useMoment } from './use-moment.ts';

const CONVERT = '/pages/fund/fundTransfer';
const OPENED_HERE = 'opened-here';
const ADDRESS = { tab: 'conversions' };

/** The tab of conversions, newest first; the open one is in the address. */
export function Conversions() {
  const text = useText();
  const navigate = useNavigate();
  const { state } = useLocation();
  const [address, setAddress] = useSearchParams();
  const open = (id: bigint) => setAddress({ ...ADDRESS, id: String(id) }, { state: OPENED_HERE });
  const close = () => void (state === OPENED_HERE ? navigate(-1) : setAddress(ADDRESS, { replace: true }));
  const id = transferIn(address);
  return (
    <>
      <List onOpen={open} />
      <Sheet open={id !== undefined} onClose={close} title={text('convert.done')} closeLabel={text('system.close')}>
        {id !== undefined && <Details id={id} />}
      </Sheet>
    </>
  );
}

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

function List({ onOpen }: { onOpen: (id: bigint) => void }) {
  const text = useText();
  const locale = useLocale();
  const query = useInfiniteQuery(conversionsQuery(useSessionScope()));
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
  const conversions = data.pages.flatMap(({ list }) => list);
  if (conversions.length === 0) return <NoConversions />;
  const look = { now: serverNow(), timeZone: ownZone(), locale };
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
        {daysOf(conversions, look.timeZone).map((day) => (
          <section key={day.key}>
            <h2 className="px-gutter pt-3 pb-1 text-label text-ink-3 first-letter:uppercase">
              {dayLabel(day.at, look)}
            </h2>
            <ul>
              {day.items.map((conversion) => (
                <li key={String(conversion.id)}>
                  <ConversionRow conversion={conversion} onOpen={() => onOpen(conversion.id)} />
                </li>
              ))}
            </ul>
          </section>
        ))}
        <ListEnd query={query} labels={{ retry: text('system.retry'), end: text('system.more.end') }} />
      </Stale>
    </PullToRefresh>
  );
}

function NoConversions() {
  const text = useText();
  const isOpen = useIsOpen();
  const action = isOpen(CONVERT) && (
    <Link className={buttonClass({ size: 'small' })} to={CONVERT}>
      {text('convert.title')}
    </Link>
  );
  return (
    <div className="pt-10">
      <Empty title={text('convert.list.none')} text={text('convert.list.none.text')} action={action} />
    </div>
  );
}

function ConversionRow({ conversion, onOpen }: { conversion: Conversion; onOpen: () => void }) {
  const { from, to, number, received, rate, at } = conversion;
  const text = useText();
  const { isHidden } = useHiddenAmounts();
  const clock = new Intl.DateTimeFormat(useLocale(), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return (
    <button
      type="button"
      className="row py-2 text-left focus-visible:-outline-offset-4"
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <CoinIcon code={to} size={32} />
      <span className="row__main">
        <span className="row__t flex-wrap gap-y-0">
          {from}
          <Icon name="arrow-right" size={16} />
          {to}
        </span>
        <span className="row__s block wrap-anywhere">
          {clock.format(at)} · {text('convert.rate', showRate(from, to, rate))}
        </span>
      </span>
      <span className="row__trail">
        <span className="row__v block wrap-anywhere">
          {isHidden ? HIDDEN : `+${amountForSpeech(received)}`} {to}
        </span>
        <span className="row__s block wrap-anywhere">
          {isHidden ? HIDDEN : `−${amountForSpeech(number)}`} {from}
        </span>
      </span>
    </button>
  );
}

/** Shows one conversion in full, also one that the list has not loaded yet. */
function Details({ id }: { id: bigint }) {
  const text = useText();
  const { data, error, isPending, refetch } = useQuery(conversionQuery(useSessionScope(), id));
  if (isPending)
    return (
      <Delayed>
        <Skeleton className="h-60 rounded-card" />
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
  if (data === null) return <Empty title={text('convert.list.missing')} text={text('convert.list.missing.text')} />;
  return <ConversionFacts conversion={data} />;
}

function ConversionFacts({ conversion }: { conversion: Conversion }) {
  const text = useText();
  const time = useMoment();
  const { isHidden } = useHiddenAmounts();
  const { id, account, from, to, number, received, rate, index_rate, spread_rate, at } = conversion;
  const shown = (value: typeof rate) => text('convert.rate', showRate(from, to, value));
  return (
    <>
      <p className="pt-2 text-center text-hero break-all">
        {isHidden ? HIDDEN : amountForSpeech(received)} {to}
      </p>
      <div className="mt-4">
        <Facts
          facts={[
            [text('convert.give'), `${isHidden ? HIDDEN : amountForSpeech(number)} ${from}`],
            [text('convert.rate.name'), shown(rate)],
            [text('convert.line.index'), shown(index_rate)],
            [text('convert.line.spread'), shareText(spread_rate)],
            [text('convert.account'), text(`wallet.account.${account}`)],
            [text('wallet.transfers.time'), time(at)],
            [
              text('wallet.receipt.id'),
              <CopyText
                key="id"
                text={String(id)}
                shown={String(id)}
                label={text('wallet.transfers.copy')}
                copiedLabel={text('system.copied')}
                onFailure={() => showToast(text('refusal.copy_failed'), 'error')}
              />,
            ],
          ]}
        />
      </div>
      <Link className={`mt-4 gap-2 ${buttonClass({ wide: true })}`} to={`/pages/plus/verify?id=${id}`}>
        <Icon name="hash" size={20} />
        {text('convert.verify')}
      </Link>
    </>
  );
}

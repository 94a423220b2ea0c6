import { getSetting } from '@app/protocol/reference';
import { useQuery } from '@tanstack/react-query';
import { useLocale, useText } from '../../../data/app/texts.ts';
import { call } from '../../../data/call/call.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { useAllQuotes, useStandstill } from '../../../data/market/use-quotes.ts';
import { useConnection } from '../../../data/socket/connection.ts';
import { type ServiceState, systemStatus } from './system-status.ts';

const DOTS: Readonly<Record<ServiceState, string>> = {
  ok: 'bg-ok',
  bad: 'bg-danger',
  maintenance: 'bg-warn',
  unknown: 'bg-s3',
};

/** Shows what this device sees of the system now. There is no history: nothing records one. */
export function StatusPanel() {
  const text = useText();
  const service = useService();
  const connection = useConnection();
  const quotes = useAllQuotes();
  const standstillMs = useStandstill();
  const status = systemStatus({ ...connection, ...service, quotes, nowMs: serverNow(), standstillMs });
  const clock = useClock();
  const checking = text('content.support.checking');
  return (
    <section className="mt-5 px-gutter" aria-live="polite">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="flex items-center gap-2 text-body font-medium">
          <Dot state={status.overall} />
          {text(`content.support.status.${status.overall}`)}
        </h2>
        {service.checkedAt > 0 && (
          <span className="text-label text-ink-3">
            {text('content.support.status.checked', { time: clock(service.checkedAt) })}
          </span>
        )}
      </div>
      <dl className="facts mt-2">
        <Part
          name={text('content.support.service')}
          state={status.service}
          value={status.service === 'unknown' ? checking : text(`content.support.service.${status.service}`)}
        />
        <Part
          name={text('content.support.connection')}
          state={status.connection}
          value={status.connection === 'unknown' ? checking : text(`content.support.connection.${status.connection}`)}
        />
        <Part
          name={text('content.support.prices')}
          state={status.prices}
          value={
            status.prices === 'unknown'
              ? checking
              : text(`content.support.prices.${status.prices}`, { count: status.pausedMarkets })
          }
        />
      </dl>
    </section>
  );
}

const Dot = ({ state }: { state: ServiceState }) => (
  <i className={`size-2 flex-none rounded-full ${DOTS[state]}`} aria-hidden="true" />
);

function Part({ name, state, value }: { name: string; state: ServiceState; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="flex items-center gap-2">
        <Dot state={state} />
        {value}
      </dd>
    </div>
  );
}

const LOOK_EVERY_MS = 60_000;

/** Asks the servers once a minute whether they serve users; an answer that does not come is one too. */
function useService(): { service: ServiceState; checkedAt: number } {
  const { data, error, dataUpdatedAt, errorUpdatedAt } = useQuery({
    queryKey: ['content', 'service'],
    queryFn: ({ signal }) => call(getSetting, { keyword: 'maintenance' }, { signal }),
    refetchInterval: LOOK_EVERY_MS,
  });
  const checkedAt = Math.max(dataUpdatedAt, errorUpdatedAt);
  if (error !== null) return { service: 'bad', checkedAt };
  if (data === undefined) return { service: 'unknown', checkedAt };
  return { service: data.value === '' ? 'ok' : 'maintenance', checkedAt };
}

/** Formats a time of day in the reader's locale and time zone. */
function useClock(): (ms: number) => string {
  const format = new Intl.DateTimeFormat(useLocale(), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return (ms) => format.format(ms);
}

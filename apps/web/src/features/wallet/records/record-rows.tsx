import { dayOf } from '@app/domain/statement';
import { shownPlaces, WORTH_CURRENCY } from '@app/domain/wallet';
import { type Amount, directionOf } from '@app/money';
import { Icon } from '@app/ui';
import { HIDDEN, useHiddenAmounts } from '../../../data/account/hidden-amounts.ts';
import { useLocale, useText } from '../../../data/app/texts.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { dayLabel, daysOf } from '../../../lib/days.ts';
import { usePricePlaces } from '../valuation/price-places.ts';
import { describeRecord, signed, type WalletRecord } from './record-view.ts';

const UTC = 'UTC';

type DaysProps = {
  records: readonly WalletRecord[];
  /** Net change of each known day, and the coin it is in. */
  nets: ReadonlyMap<string, Amount>;
  /** The coin that the list is about, if it is about one. */
  coin?: string | undefined;
  onOpen: (record: WalletRecord) => void;
};

/** Groups records by day in UTC, newest first, each with the day's net change. */
export function RecordDays({ records, nets, coin, onOpen }: DaysProps) {
  const look = { now: serverNow(), timeZone: UTC, locale: useLocale() };
  return daysOf(records, UTC).map((day) => (
    <section key={day.key}>
      <h2 className="flex items-baseline justify-between gap-3 px-gutter pt-4 pb-1 text-label text-ink-3">
        <span className="first-letter:uppercase">{dayLabel(day.at, look)}</span>
        <DayNet net={nets.get(dayOf(day.at))} currency={coin ?? WORTH_CURRENCY} />
      </h2>
      <ul>
        {day.items.map((record) => (
          <li key={String(record.id)}>
            <RecordRow record={record} coin={coin} onOpen={() => onOpen(record)} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

/** Shows the net change of a day, unless amounts are hidden. */
export function DayNet({ net, currency }: { net: Amount | undefined; currency: string }) {
  const { isHidden } = useHiddenAmounts();
  if (net === undefined || isHidden) return null;
  return (
    <span className={`font-medium tone-${directionOf(net, shownPlaces(currency))} text-(--tone)`}>
      {signed(net, currency)}
    </span>
  );
}

type RowProps = {
  record: WalletRecord;
  coin?: string | undefined;
  /** Leaves out the details, where there is little room. */
  isShort?: boolean;
  onOpen: () => void;
};

export function RecordRow({ record, coin, isShort = false, onOpen }: RowProps) {
  const line = useRecordLine(record, coin);
  return (
    <button
      type="button"
      className="row py-1.5 text-left focus-visible:-outline-offset-4"
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <span className="grid size-9 flex-none place-items-center rounded-control bg-s2 text-ink-2">
        <Icon name={line.icon} size={20} />
      </span>
      <span className="row__main">
        <span className="row__t block truncate font-medium">{line.title}</span>
        <span className="row__s block wrap-anywhere">
          {(isShort ? [line.time] : [line.detail, line.time]).filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="row__trail max-w-[52%]">
        <span className={`row__v block wrap-anywhere ${line.toneClass}`}>{line.value}</span>
        <span className="row__s block wrap-anywhere">{line.valueSub}</span>
      </span>
    </button>
  );
}

/** Describes a record for a row, with its time in UTC; amounts are left out while they are hidden. */
export function useRecordLine(record: WalletRecord, coin?: string) {
  const text = useText();
  const { isHidden } = useHiddenAmounts();
  const line = describeRecord(record, { text, coin, placesOf: usePricePlaces() });
  const time = new Date(record.at).toISOString().slice(11, 16);
  return {
    ...line,
    time,
    detail: isHidden ? '' : line.detail,
    value: isHidden ? HIDDEN : line.value,
    valueSub: isHidden ? '' : line.valueSub,
    toneClass: isHidden || line.tone === 'flat' ? '' : `text-(--tone) tone-${line.tone}`,
  };
}

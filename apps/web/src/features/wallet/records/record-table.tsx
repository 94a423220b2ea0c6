import { dayOf } from '@app/domain/statement';
import { WORTH_CURRENCY } from '@app/domain/wallet';
import type { Amount } from '@app/money';
import { Icon } from '@app/ui';
import { useLocale, useText } from '../../../data/app/texts.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { dayLabel, daysOf } from '../../../lib/days.ts';
import { DayNet, useRecordLine } from './record-rows.tsx';
import type { WalletRecord } from './record-view.ts';

type Props = {
  records: readonly WalletRecord[];
  nets: ReadonlyMap<string, Amount>;
  coin?: string | undefined;
  onOpen: (record: WalletRecord) => void;
};

/** Lists records as a table, for a wide window. */
export function RecordTable({ records, nets, coin, onOpen }: Props) {
  const text = useText();
  const look = { now: serverNow(), timeZone: 'UTC', locale: useLocale() };
  return (
    <table className="mt-3 w-full border-collapse text-label">
      <caption className="sr-only">{text('wallet.records.title')}</caption>
      <thead className="sticky top-0 z-2 bg-bg text-micro text-ink-3">
        <tr className="h-9 *:font-normal">
          <th scope="col" className="w-28 pl-gutter text-left">
            {text('wallet.records.time')}
          </th>
          <th scope="col" className="text-left">
            {text('wallet.records.kinds')}
          </th>
          <th scope="col" className="text-left">
            {text('wallet.records.details')}
          </th>
          <th scope="col" className="text-right">
            {text('wallet.records.change')}
          </th>
          <th scope="col" className="pr-gutter text-right">
            {text('wallet.records.other_side')}
          </th>
        </tr>
      </thead>
      {daysOf(records, 'UTC').map((day) => (
        <tbody key={day.key}>
          <tr className="h-9 bg-s1 text-ink-3">
            <th scope="rowgroup" colSpan={3} className="pl-gutter text-left font-normal first-letter:uppercase">
              {dayLabel(day.at, look)}
            </th>
            <td colSpan={2} className="pr-gutter text-right">
              <DayNet net={nets.get(dayOf(day.at))} currency={coin ?? WORTH_CURRENCY} />
            </td>
          </tr>
          {day.items.map((record) => (
            <TableRow key={String(record.id)} record={record} coin={coin} onOpen={() => onOpen(record)} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

type RowProps = { record: WalletRecord; coin: string | undefined; onOpen: () => void };

/** The kind is the row's control: it covers the row. */
function TableRow({ record, coin, onOpen }: RowProps) {
  const line = useRecordLine(record, coin);
  return (
    <tr className="relative h-11 border-t border-line hover:bg-s1">
      <td className="pl-gutter text-ink-3">{line.time}</td>
      <td>
        <button
          type="button"
          className="flex items-center gap-2 text-left font-medium after:absolute after:inset-0 focus-visible:-outline-offset-2"
          aria-haspopup="dialog"
          onClick={onOpen}
        >
          <Icon name={line.icon} size={16} />
          {line.title}
        </button>
      </td>
      <td className="text-ink-3">{line.detail}</td>
      <td className={`text-right font-medium ${line.toneClass}`}>{line.value}</td>
      <td className="pr-gutter text-right text-ink-3">{line.valueSub}</td>
    </tr>
  );
}

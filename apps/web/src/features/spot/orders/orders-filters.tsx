import { SIDES } from '@app/domain/spot';
import { ChoiceChip, DaysChip } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { useMarkets } from '../../../data/market/markets.ts';
import { PRESETS } from '../../../lib/period.ts';
import { useFilterSheet } from '../../../lib/use-filter-sheet.ts';
import { dayOf, ownZone } from '../../../lib/zoned-days.ts';
import { CLOSED_STATES, type HistoryFilter } from './history-filter.ts';

type Props = { filter: HistoryFilter; isPast: boolean; onChange: (filter: HistoryFilter) => void };

/** Shows pair and side filters for any list; status and days for closed orders. */
export function OrdersFilters({ filter, isPast, onChange }: Props) {
  const text = useText();
  const pair = useFilterSheet('pair');
  const side = useFilterSheet('side');
  const status = useFilterSheet('status');
  const days = useFilterSheet('days');
  const dayLabels = {
    label: text('spot.orders.days'),
    close: text('system.close'),
    all: text('spot.orders.days.all'),
    last: (days: string) => text('spot.orders.days.last', { count: Number(days) }),
    from: text('spot.orders.days.from'),
    to: text('spot.orders.days.to'),
    turned: text('spot.orders.days.turned'),
    show: text('spot.orders.days.show'),
  };
  const pairs = useMarkets().filter(({ products }) => products.includes('spot'));
  return (
    <div className="chips">
      <ChoiceChip
        sheet={pair}
        closeLabel={text('system.close')}
        label={text('spot.orders.pair')}
        all={text('spot.orders.pair.all')}
        value={filter.symbol}
        choices={pairs.map(({ symbol }) => ({ value: symbol, label: symbol }))}
        onChoose={(symbol) => onChange({ ...filter, symbol })}
      />
      <ChoiceChip
        sheet={side}
        closeLabel={text('system.close')}
        label={text('spot.orders.side')}
        all={text('spot.orders.side.all')}
        value={filter.side}
        choices={SIDES.map((value) => ({ value, label: text(`spot.${value}`) }))}
        onChoose={(chosen) => onChange({ ...filter, side: chosen })}
      />
      {isPast && (
        <>
          <ChoiceChip
            sheet={status}
            closeLabel={text('system.close')}
            label={text('spot.orders.state')}
            all={text('spot.orders.state.all')}
            value={filter.status}
            choices={CLOSED_STATES.map((value) => ({ value, label: text(`spot.status.${value}`) }))}
            onChoose={(chosen) => onChange({ ...filter, status: chosen })}
          />
          <DaysChip
            labels={dayLabels}
            sheet={days}
            presets={PRESETS}
            today={dayOf(serverNow(), ownZone())}
            period={filter.period}
            onChoose={(period) => onChange({ ...filter, period })}
          />
        </>
      )}
    </div>
  );
}

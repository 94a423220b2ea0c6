import { SIDES } from '@app/domain/spot';
import { useText } from '../../../data/app/texts.ts';
import { useMarkets } from '../../../data/market/markets.ts';
import { CLOSED_STATES, type HistoryFilter } from './history-filter.ts';
import { DaysChip } from './orders-days-chip.tsx';
import { ChoiceChip } from './orders-filter-chip.tsx';

type Props = { filter: HistoryFilter; isPast: boolean; onChange: (filter: HistoryFilter) => void };

/** Shows pair and side filters for any list; status and days for closed orders. */
export function OrdersFilters({ filter, isPast, onChange }: Props) {
  const text = useText();
  const pairs = useMarkets().filter(({ products }) => products.includes('spot'));
  return (
    <div className="chips">
      <ChoiceChip
        {...{ name: 'pair', label: text('spot.orders.pair'), all: text('spot.orders.pair.all'), value: filter.symbol }}
        choices={pairs.map(({ symbol }) => ({ value: symbol, label: symbol }))}
        onChoose={(symbol) => onChange({ ...filter, symbol })}
      />
      <ChoiceChip
        {...{ name: 'side', label: text('spot.orders.side'), all: text('spot.orders.side.all'), value: filter.side }}
        choices={SIDES.map((value) => ({ value, label: text(`spot.${value}`) }))}
        onChoose={(side) => onChange({ ...filter, side })}
      />
      {isPast && (
        <>
          <ChoiceChip
            {...{ name: 'status', label: text('spot.orders.state'), all: text('spot.orders.state.all') }}
            value={filter.status}
            choices={CLOSED_STATES.map((value) => ({ value, label: text(`spot.status.${value}`) }))}
            onChoose={(status) => onChange({ ...filter, status })}
          />
          <DaysChip period={filter.period} onChoose={(period) => onChange({ ...filter, period })} />
        </>
      )}
    </div>
  );
}

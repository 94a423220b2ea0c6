import { ChoiceChip, DaysChip } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { useMarkets } from '../../../data/market/markets.ts';
import { PRESETS } from '../../../lib/period.ts';
import { useFilterSheet } from '../../../lib/use-filter-sheet.ts';
import { dayOf, ownZone } from '../../../lib/zoned-days.ts';
import { DEAL_SIDES, type DealsFilter, OUTCOMES } from './deals-filter.ts';

/** Filters the history by market, side, how it ended, and the days of the end. */
export function DealsFilters({ filter, onChange }: { filter: DealsFilter; onChange: (filter: DealsFilter) => void }) {
  const text = useText();
  const market = useFilterSheet('market');
  const side = useFilterSheet('side');
  const outcome = useFilterSheet('outcome');
  const days = useFilterSheet('days');
  const dayLabels = {
    label: text('deals.days'),
    close: text('system.close'),
    all: text('deals.days.all'),
    last: (days: string) => text('deals.days.last', { count: Number(days) }),
    from: text('deals.days.from'),
    to: text('deals.days.to'),
    turned: text('deals.days.turned'),
    show: text('deals.days.show'),
  };
  const markets = useMarkets().filter(({ products }) => products.includes('contract'));
  return (
    <div className="chips">
      <ChoiceChip
        sheet={market}
        closeLabel={text('system.close')}
        label={text('deals.market')}
        all={text('deals.market.all')}
        value={filter.symbol}
        choices={markets.map(({ symbol }) => ({ value: symbol, label: symbol }))}
        onChoose={(symbol) => onChange({ ...filter, symbol })}
      />
      <ChoiceChip
        sheet={side}
        closeLabel={text('system.close')}
        label={text('deals.side')}
        all={text('deals.side.all')}
        value={filter.side}
        choices={DEAL_SIDES.map((value) => ({ value, label: text(`deals.${value}`) }))}
        onChoose={(chosen) => onChange({ ...filter, side: chosen })}
      />
      <ChoiceChip
        sheet={outcome}
        closeLabel={text('system.close')}
        label={text('deals.outcome')}
        all={text('deals.outcome.all')}
        value={filter.outcome}
        choices={OUTCOMES.map((value) => ({ value, label: text(outcomeKey(value)) }))}
        onChoose={(chosen) => onChange({ ...filter, outcome: chosen })}
      />
      <DaysChip
        labels={dayLabels}
        sheet={days}
        presets={PRESETS}
        today={dayOf(serverNow(), ownZone())}
        period={filter.period}
        onChoose={(period) => onChange({ ...filter, period })}
      />
    </div>
  );
}

const outcomeKey = (outcome: (typeof OUTCOMES)[number]) =>
  outcome === 'cancelled' ? ('deals.outcome.cancelled' as const) : (`deals.cause.${outcome}` as const);

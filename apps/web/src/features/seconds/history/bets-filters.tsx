import { BET_SIDES } from '@app/domain/seconds';
import { ChoiceChip, DaysChip } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { useMarkets } from '../../../data/market/markets.ts';
import { PRESETS } from '../../../lib/period.ts';
import { useFilterSheet } from '../../../lib/use-filter-sheet.ts';
import { dayOf, ownZone } from '../../../lib/zoned-days.ts';
import { type BetsFilter, ENDINGS } from './bets-filter.ts';

/** Filters the history by market, side, how it ended, and the days of the order. */
export function BetsFilters({ filter, onChange }: { filter: BetsFilter; onChange: (filter: BetsFilter) => void }) {
  const text = useText();
  const market = useFilterSheet('market');
  const side = useFilterSheet('side');
  const outcome = useFilterSheet('outcome');
  const days = useFilterSheet('days');
  const dayLabels = {
    label: text('bets.days'),
    close: text('system.close'),
    all: text('bets.days.all'),
    last: (count: string) => text('bets.days.last', { count: Number(count) }),
    from: text('bets.days.from'),
    to: text('bets.days.to'),
    turned: text('bets.days.turned'),
    show: text('bets.days.show'),
  };
  const markets = useMarkets().filter(({ products }) => products.includes('seconds'));
  return (
    <div className="chips">
      <ChoiceChip
        sheet={market}
        closeLabel={text('system.close')}
        label={text('bets.market')}
        all={text('bets.market.all')}
        value={filter.symbol}
        choices={markets.map(({ symbol }) => ({ value: symbol, label: symbol }))}
        onChoose={(symbol) => onChange({ ...filter, symbol })}
      />
      <ChoiceChip
        sheet={outcome}
        closeLabel={text('system.close')}
        label={text('bets.outcome')}
        all={text('bets.outcome.all')}
        value={filter.outcome}
        choices={ENDINGS.map((value) => ({ value, label: text(`seconds.result.${value}`) }))}
        onChoose={(chosen) => onChange({ ...filter, outcome: chosen })}
      />
      <ChoiceChip
        sheet={side}
        closeLabel={text('system.close')}
        label={text('bets.side')}
        all={text('bets.side.all')}
        value={filter.side}
        choices={BET_SIDES.map((value) => ({ value, label: text(`seconds.${value}`) }))}
        onChoose={(chosen) => onChange({ ...filter, side: chosen })}
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

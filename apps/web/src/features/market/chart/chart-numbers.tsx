import { changePercent, type Period } from '@app/domain/market';
import { type Price, showCompact, showPrice } from '@app/money';
import { ChangeText, Empty, Facts, type KlineBar, momentText, Tag } from '@app/ui';
import { useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import type { CandleSource } from './candle-source.ts';
import { newestFirst, spanOf } from './candle-table.ts';

type Props = { market: MarketInfo; period: Period; source: Pick<CandleSource, 'bars'> };

/** Shows the last candles as numbers. */
export function ChartNumbers({ market: { symbol, precision }, period, source }: Props) {
  const text = useText();
  const [bars] = useState(() => newestFirst(source.bars()));
  const span = spanOf(bars);
  if (span === undefined) return <Empty title={text('chart.table.empty')} />;
  const facts = [
    [text('chart.table.last'), showPrice(span.last, precision)],
    [text('chart.high'), showPrice(span.high, precision)],
    [text('chart.low'), showPrice(span.low, precision)],
    [text('chart.change'), <ChangeText key="change" ratio={span.change} />],
  ] as const;
  return (
    <div className="pb-2">
      <Facts facts={facts} />
      <p className="mt-3 mb-1 text-label text-ink-3">
        {text('chart.table.note', { symbol, period: text(`chart.period.${period}`) })}
      </p>
      {bars.some(({ simulated }) => simulated) && <Tag tone="info">{text('chart.simulated')}</Tag>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard. */}
      <section className="-mx-5 overflow-x-auto px-5" tabIndex={0} aria-label={text('chart.table')}>
        <Table bars={bars} precision={precision} />
      </section>
    </div>
  );
}

const COLUMNS = ['time', 'open', 'high', 'low', 'close', 'change', 'volume'] as const;

function Table({ bars, precision }: { bars: readonly KlineBar[]; precision: number }) {
  const text = useText();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <table className="w-full text-right text-micro whitespace-nowrap">
      <caption className="sr-only">{text('chart.table')}</caption>
      <thead className="text-ink-3">
        <tr>
          {COLUMNS.map((name) => (
            <th key={name} scope="col" className="py-1 pl-2 font-normal first:pl-0 first:text-left">
              {text(`chart.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.time} data-time={bar.time}>
            <th scope="row" className="py-1 text-left font-normal text-ink-3">
              {momentText(bar.time, timeZone, Date.now())}
            </th>
            {(['open', 'high', 'low', 'close'] as const).map((name) => (
              <td key={name} className="py-1 pl-2">
                {showPrice(bar[name], precision)}
              </td>
            ))}
            <td className="py-1 pl-2">
              <ChangeText ratio={changePercent(bar.open as Price, bar.close as Price)} />
            </td>
            <td className="py-1 pl-2">{showCompact(bar.volume)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

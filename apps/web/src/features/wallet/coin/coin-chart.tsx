import { DAY_MS } from '@app/domain/statement';
import { type Price, showPrice } from '@app/money';
import { listCandles } from '@app/protocol/market';
import { AreaCurve, Button, ChipGroup, Skeleton, Tag } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { call } from '../../../data/call/call.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';

/** Spans of the chart: days back, and the candles whose closes are drawn. */
const SPANS = {
  7: { days: 7, period: '60min' },
  30: { days: 30, period: '4hour' },
  365: { days: 365, period: '1day' },
  all: { days: 3_650, period: '1week' },
} as const;
type Span = keyof typeof SPANS;
const NAMES = ['7', '30', '365', 'all'] as const;

const CHART_EVERY_MS = 300_000;

type Props = { market: MarketInfo; average: Price | undefined; price: Price | undefined };

/** Draws a coin's price against what it cost on average; without a cost, against the price at the beginning. */
export function CoinChart({ market, average, price }: Props) {
  const text = useText();
  const [span, setSpan] = useState<`${Span}`>('30');
  return (
    <>
      <Curve market={market} average={average} price={price} span={span} />
      <div className="mt-2 px-gutter">
        <ChipGroup
          label={text('wallet.coin.span')}
          chips={NAMES.map((value) => ({ value, label: text(`wallet.coin.span.${value}`) }))}
          value={span}
          onChange={setSpan}
        />
      </div>
    </>
  );
}

function Curve({ market: { symbol, precision }, average, price, span }: Props & { span: `${Span}` }) {
  const text = useText();
  const { days, period } = SPANS[span];
  const { data, error, refetch } = useQuery({
    queryKey: ['wallet', 'candles', symbol, span],
    queryFn: ({ signal }) => {
      const to = Math.floor(serverNow());
      return call(listCandles, { symbol, period, from: to - days * DAY_MS, to }, { signal });
    },
    staleTime: CHART_EVERY_MS,
    refetchInterval: CHART_EVERY_MS,
  });
  if (data === undefined && error !== null)
    return (
      <div className="flex h-40 items-center justify-between gap-3 px-gutter">
        <p className="text-label text-ink-3">{text('wallet.coin.chart.failed')}</p>
        <Button size="small" onClick={() => void refetch()}>
          {text('system.retry')}
        </Button>
      </div>
    );
  if (data === undefined) return <Skeleton className="mx-gutter mt-2 h-40" />;
  const closes = data.list.map(({ close }) => close);
  const values = price === undefined ? closes : [...closes, price];
  const mark = average ?? values[0];
  if (mark === undefined || values.length < 2)
    return <p className="h-40 px-gutter pt-16 text-label text-ink-3">{text('wallet.coin.chart.none')}</p>;
  const name = text(average === undefined ? 'wallet.coin.mark.open' : 'wallet.coin.mark.cost', {
    price: showPrice(mark, precision),
  });
  return (
    <div className="relative mt-2">
      <AreaCurve
        values={values}
        mark={{ value: mark, name }}
        label={text('wallet.coin.chart.label', { coin: symbol })}
        height={160}
      />
      {data.list.some(({ simulated }) => simulated) && (
        <span className="absolute top-0 left-gutter">
          <Tag>{text('wallet.equity.simulated')}</Tag>
        </span>
      )}
    </div>
  );
}

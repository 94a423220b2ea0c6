import { listCandles } from '@app/protocol/market';
import { Button, Skeleton } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { call } from '../../../data/call/call.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { clockText, ownZone } from '../../../lib/zoned-days.ts';
import { priceText, whenText } from './deal-texts.ts';
import { barsFor, drawLiquidation, spanAround } from './liquidation-curve.ts';
import type { LiquidationFacts } from './liquidation-facts.ts';

const WIDTH = 358;
const HEIGHT = 150;
const BOX = { left: 4, right: 292, top: 18, bottom: 112 } as const;

type Props = {
  symbol: string;
  precision: number | undefined;
  facts: LiquidationFacts;
  openedAt: number;
  closedAt: number;
};

/** Draws the index from the entry to the forced close and on from there, with both prices as lines. */
export function LiquidationChart({ symbol, precision, facts, openedAt, closedAt }: Props) {
  const text = useText();
  const [span] = useState(() => spanAround(openedAt, closedAt, serverNow()));
  const { period, ms } = barsFor(span);
  const { data, error, refetch } = useQuery({
    queryKey: ['contract-candles', symbol, period, span.from, span.to],
    queryFn: ({ signal }) => call(listCandles, { symbol, period, from: span.from, to: span.to }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data === undefined && error !== null)
    return (
      <div className="flex h-37 items-center justify-between gap-3">
        <p className="text-label text-ink-3">{text('deals.forced.chart.failed')}</p>
        <Button size="small" onClick={() => void refetch()}>
          {text('system.retry')}
        </Button>
      </div>
    );
  if (data === undefined) return <Skeleton className="h-37" />;
  const { entry, index } = facts;
  const liquidation = facts.liquidation ?? index;
  // A bar is drawn at its end, where its last price was.
  const points = data.list
    .map(({ time, close }) => ({ at: time + ms, price: close }))
    .filter(({ at }) => at >= span.from && at <= span.to);
  const curve = drawLiquidation(points, span, { entry, liquidation, index }, BOX);
  const isLong = facts.side === 'long';
  const entryText = priceText(entry, precision);
  const liquidationText = priceText(liquidation, precision);
  return (
    <svg
      className="liq-chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={text('deals.forced.chart', { symbol, entry: entryText, price: liquidationText })}
    >
      <path className="liq-chart__area" d={curve.area} />
      <path className="liq-chart__entry" d={`M${BOX.left} ${curve.entryY}H${BOX.right}`} />
      <path className="liq-chart__liq" d={`M${BOX.left} ${curve.liquidationY}H${BOX.right}`} />
      <path className="liq-chart__after" d={curve.after} />
      <path className="liq-chart__line" d={curve.before} />
      <circle className="liq-chart__start" cx={curve.start[0]} cy={curve.start[1]} r="3" />
      <circle className="liq-chart__end" cx={curve.end[0]} cy={curve.end[1]} r="4" />
      <text x={WIDTH} y={curve.entryY + 4} textAnchor="end" className="liq-chart__1">
        {entryText}
      </text>
      <text x={BOX.left} y={curve.entryY + (isLong ? -6 : 14)}>
        {text('deals.entry')}
      </text>
      <text x={WIDTH} y={curve.liquidationY + 4} textAnchor="end" className="liq-chart__warn">
        {liquidationText}
      </text>
      <text x={BOX.left} y={curve.liquidationY + (isLong ? 14 : -6)} className="liq-chart__warn">
        {text('deals.liquidation')}
      </text>
      <text x={BOX.left} y={HEIGHT - 4}>
        {whenText(span.from, text)}
      </text>
      <text x={Math.max(curve.end[0], 120)} y={HEIGHT - 4} textAnchor="middle" className="liq-chart__1">
        {clockText(closedAt, ownZone(), 'second')}
      </text>
    </svg>
  );
}

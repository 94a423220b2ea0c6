import type { Price } from '@app/money';
import { useId, useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { useMarketsSoFar } from '../../../data/market/markets.ts';
import { clockText, ownZone } from '../../../lib/zoned-days.ts';
import { sideOf } from '../bets/bet-state.ts';
import type { WireBet } from '../bets/open-bets.ts';
import { linePath, type Plot, scaleOf } from '../chart/draw-bets.ts';
import { type Point, trailOf } from '../chart/tick-trail.ts';

const WIDTH = 350;
const HEIGHT = 116;
const PLOT: Plot = { width: 338, top: 8, bottom: 92 };
/** With fewer prices in between, a curve would say nothing. */
const POINTS_MIN = 3;

/** Draws the price between the entry and the exit tick, if this page has followed it. */
export function ResultChart({ bet }: { bet: WireBet }) {
  const text = useText();
  const id = useId();
  const tick = useMarketsSoFar().find(({ symbol }) => symbol === bet.symbol)?.price_tick;
  const [points] = useState(() => pointsOf(bet));
  const [entry] = points;
  const exit = points.at(-1);
  if (points.length < POINTS_MIN || entry === undefined || exit === undefined || tick === undefined) return null;
  const prices: readonly Price[] = points.map(({ price }) => price);
  const scale = scaleOf(prices, tick, { from: entry.at, now: exit.at, to: exit.at }, PLOT);
  const level = scale.yOf(entry.price);
  const line = linePath(points, scale);
  const isUp = sideOf(bet) === 'up';
  const halves = [
    { name: 'above', y: 0, height: level, tone: isUp ? 'up' : 'down' },
    { name: 'below', y: level, height: HEIGHT - level, tone: isUp ? 'down' : 'up' },
  ];
  return (
    <svg
      className="result-chart"
      viewBox={`-6 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={text('seconds.result.chart')}
    >
      {halves.map(({ name, y, height, tone }) => (
        <g key={name} className={`tone-${tone}`}>
          <clipPath id={`${id}-${name}`}>
            <rect x="0" y={y} width={PLOT.width} height={height} />
          </clipPath>
          <path
            className="result-chart__area"
            d={`${line}L${PLOT.width} ${level}L0 ${level}Z`}
            clipPath={`url(#${id}-${name})`}
          />
        </g>
      ))}
      <path className="result-chart__entry" d={`M0 ${level}H${PLOT.width}`} />
      <path className="result-chart__line" d={line} />
      <circle className="result-chart__dot" cx="0" cy={level} r="3.5" />
      <circle className="result-chart__dot" cx={PLOT.width} cy={scale.yOf(exit.price)} r="3.5" />
      <text x="-4" y={HEIGHT - 6}>{`${text('seconds.fact.entry')} ${clockText(entry.at, ownZone(), 'second')}`}</text>
      <text textAnchor="end" x={PLOT.width} y={HEIGHT - 6}>
        {`${text('seconds.fact.exit')} ${clockText(exit.at, ownZone(), 'second')}`}
      </text>
    </svg>
  );
}

/** Returns the prices between the two ticks, both included; none for a bet that was not followed from its entry on. */
function pointsOf({ symbol, ...bet }: WireBet): readonly Point[] {
  const { entry_price, entry_time, exit_price, exit_time } = bet;
  if (entry_price === null || entry_time === null || exit_price === null || exit_time === null) return [];
  const trail = trailOf(symbol);
  if (trail[0] === undefined || trail[0].at > entry_time) return [];
  const between = trail.filter(({ at }) => at > entry_time && at < exit_time);
  return [{ at: entry_time, price: entry_price }, ...between, { at: exit_time, price: exit_price }];
}

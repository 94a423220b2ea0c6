import { type Price, showPrice } from '@app/money';
import { SkeletonChart } from '@app/ui';
import { useRef, useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { useServerTime } from '../../../data/call/server-clock.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useSize } from '../../../lib/use-size.ts';
import { clockText, ownZone } from '../../../lib/zoned-days.ts';
import { sideOf } from '../bets/bet-state.ts';
import type { WireBet } from '../bets/open-bets.ts';
import { indexName, stakeText } from '../seconds-texts.ts';
import {
  type DrawnBet,
  drawBets,
  extremesOf,
  gridOf,
  linePath,
  type Plot,
  scaleOf,
  spanAt,
  withRoom,
} from './draw-bets.ts';
import { useRecentMinutes } from './recent-minutes.ts';
import { type Point, trailOf, useTrail } from './tick-trail.ts';

const DIGIT_WIDTH = 6.8;
const TIMES_HEIGHT = 24;
const LABEL_HEIGHT = 15;

type Props = {
  market: MarketInfo;
  /** Open bets of this market. */
  bets: readonly WireBet[];
  /** Length that is chosen in the form. */
  seconds: number;
};

/** Draws the index price and the user's open bets on it: entry, expiry, and the band between price and entry. */
export function BetChart({ market, bets, seconds }: Props) {
  const text = useText();
  const box = useRef<HTMLElement>(null);
  const size = useSize(box);
  useTrail(market.symbol);
  const minutes = useRecentMinutes(market.symbol);
  const now = useServerTime((nowMs) => nowMs);
  const label = text('seconds.chart', { index: indexName(market.symbol, text), n: bets.length });
  return (
    <figure ref={box} className="bet-chart" aria-label={label}>
      {size === undefined || size.width === 0 ? null : (
        <Drawing
          market={market}
          bets={bets}
          seconds={seconds}
          minutes={minutes}
          now={now}
          width={size.width}
          height={size.height}
        />
      )}
    </figure>
  );
}

type DrawingProps = Props & { minutes: readonly Point[]; now: number; width: number; height: number };

function Drawing({ market, bets, seconds, minutes, now, width, height }: DrawingProps) {
  const text = useText();
  const [zone] = useState(ownZone); // Reading it costs more than the rest of the drawing.
  const span = spanAt(now, [seconds, ...bets.map((bet) => bet.seconds)]);
  const ticks = trailOf(market.symbol).filter(({ at }) => at >= span.from);
  const first = ticks[0];
  const before = minutes.filter(({ at }) => at >= span.from && (first === undefined || at < first.at));
  const last = ticks.at(-1);
  if (last === undefined) return <SkeletonChart height={height} />;
  const entries = bets.flatMap(({ entry_price }) => entry_price ?? []);
  const prices = extremesOf([...ticks, ...before].map(({ price }) => price).concat(entries));
  const priceText = (price: Price) => showPrice(price, market.precision);
  const axis = Math.max(...prices.slice(-1).map((price) => priceText(price).length)) * DIGIT_WIDTH + 12;
  const plot: Plot = { width: width - axis, top: 10, bottom: height - TIMES_HEIGHT };
  const grid = gridOf(prices, market.price_tick);
  const scale = scaleOf(prices, market.price_tick, span, plot);
  const drawn = drawBets(bets, ticks, scale);
  const nowY = scale.yOf(last.price);
  const nowX = scale.xOf(Math.min(last.at, now));
  const labels = withRoom(
    [
      { y: nowY, price: last.price, kind: 'bet-chart__price--now' },
      ...drawn.map(({ entryY, bet, standing }) => ({
        y: entryY,
        price: bet.entry_price ?? last.price,
        kind: TONES[standing],
      })),
      ...grid.map((price) => ({ y: scale.yOf(price), price, kind: '' })),
    ],
    LABEL_HEIGHT,
  );
  return (
    <>
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
        {grid.map((price) => (
          <path key={price} className="bet-chart__grid" d={`M0 ${scale.yOf(price)}H${plot.width}`} />
        ))}
        {drawn.map((it) => (
          <BetShape key={it.bet.id} drawn={it} plot={plot} />
        ))}
        <path className="bet-chart__before" d={linePath(first === undefined ? before : [...before, first], scale)} />
        <path className="bet-chart__line" d={linePath(ticks, scale)} />
        <path className="bet-chart__last" d={`M${nowX} ${nowY}H${plot.width}`} />
        <circle className="bet-chart__now" opacity="0.14" cx={nowX} cy={nowY} r="9" />
        <circle className="bet-chart__now" cx={nowX} cy={nowY} r="3.5" />
        <rect className="bet-chart__now" x={plot.width} y={nowY - 9} width={axis - 2} height="18" rx="4" />
        {labels.map(({ y, price, kind }) => (
          <text key={`${kind} ${price}`} className={`bet-chart__price ${kind}`} x={width - 6} y={y + 4}>
            {priceText(price)}
          </text>
        ))}
        <text x="8" y={height - 7}>
          {clockText(span.from, zone, 'second')}
        </text>
        <text textAnchor="middle" x={nowX} y={height - 7}>
          {text('seconds.now')}
        </text>
        {expiryLabels(drawn, nowX).map(({ bet, expiryX }) => (
          <text key={bet.id} textAnchor="middle" x={expiryX} y={height - 7}>
            {text('seconds.length', { n: Math.max(0, Math.ceil(((bet.expires ?? now) - now) / 1_000)) })}
          </text>
        ))}
      </svg>
      {withRoom(
        drawn.map((it) => ({ ...it, y: it.entryY })),
        LABEL_HEIGHT + 6,
      ).map(({ bet, entryY }) => (
        <span key={bet.id} className="bet-chart__tag" style={{ left: `${nowX + 10}px`, top: `${entryY}px` }}>
          {`${text(`seconds.${sideOf(bet)}`)} ${stakeText(bet.number)}`}
        </span>
      ))}
    </>
  );
}

/** Ahead would win, behind would lose; the strip below says the same in words. */
const TONES = { ahead: 'tone-up', behind: 'tone-down', level: 'tone-flat' } as const;

/** Width of a time below the chart. */
const TIME_WIDTH = 38;

/** Returns the bets whose time left has room below the chart. */
function expiryLabels(drawn: readonly DrawnBet[], nowX: number): readonly DrawnBet[] {
  const kept: DrawnBet[] = [];
  for (const it of drawn) {
    const places = [nowX, ...kept.map(({ expiryX }) => expiryX)];
    if (places.every((x) => Math.abs(x - it.expiryX) >= TIME_WIDTH)) kept.push(it);
  }
  return kept;
}

/** Draws one bet: its band, the line of its entry up to its expiry, and the expiry. */
function BetShape({ drawn, plot }: { drawn: DrawnBet; plot: Plot }) {
  const { band, standing, entryX, entryY, expiryX } = drawn;
  return (
    <g className={TONES[standing]}>
      {band !== undefined && <path className="bet-shape__band" d={band} />}
      <path className="bet-shape__expiry" d={`M${expiryX} ${plot.top}V${plot.bottom}`} />
      <path className="bet-shape__before" d={`M0 ${entryY}H${Math.max(entryX, 0)}`} />
      <path className="bet-shape__entry" d={`M${Math.max(entryX, 0)} ${entryY}H${expiryX}`} />
      <circle className="bet-shape__dot" cx={entryX} cy={entryY} r="3" />
    </g>
  );
}

import { showPrice, ZERO } from '@app/money';
import { type PointerEvent, useState } from 'react';
import { percentOf, positionBetween } from '../../data/geometry.ts';
import { useThrottled } from '../../data/throttle.ts';
import { bookAmount } from './book-rows.ts';
import type { BookSource } from './book-source.ts';
import { type DepthCurve, type DepthPoint, depthAt, depthCurve, depthStairs } from './depth-curve.ts';

type DepthLabels = {
  /** Accessible name of the chart. */
  readonly label: string;
  /** Label before the total of each side. */
  readonly bids: string;
  readonly asks: string;
  /** Label of the mark between the sides. */
  readonly middle: string;
  readonly price: string;
  /** Label of the cumulative amount up to the price under the pointer. */
  readonly sum: string;
};
type Props = { source: BookSource; precision: number; lotPrecision: number; labels: DepthLabels; isStale?: boolean };
type Shown = Omit<Props, 'source' | 'isStale'> & { curve: DepthCurve };

const UPDATE_EVERY_MS = 500;
const BOX = { width: 1_000, height: 400 };

/** Charts the cumulative depth of both sides, bids left of the mid price and asks right of it. */
export function DepthChart({ source, isStale = false, ...shown }: Props) {
  const levels = useThrottled(source, UPDATE_EVERY_MS);
  const [pointed, setPointed] = useState<number>();
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setPointed((clientX - left) / width);
  };
  const curve = levels && depthCurve(levels);
  const found = curve && pointed !== undefined ? depthAt(curve, pointed) : undefined;
  return (
    <figure className="depth" aria-label={shown.labels.label} aria-busy={levels === undefined}>
      <figcaption className="depth__legend">{curve && <Legend {...shown} curve={curve} found={found} />}</figcaption>
      <div
        className={isStale ? 'depth__plot stale' : 'depth__plot'}
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={() => setPointed(undefined)}
      >
        {curve && <Plot {...shown} curve={curve} found={found} />}
      </div>
      <div className="depth__axis">
        {curve &&
          [curve.low, curve.middle, curve.high].map((price) => (
            <span key={price.toString()}>{showPrice(price, shown.precision)}</span>
          ))}
      </div>
    </figure>
  );
}

type Found = { found: DepthPoint | undefined };

function Legend({ curve, found, labels, precision, lotPrecision }: Shown & Found) {
  const facts =
    found === undefined
      ? ([
          ['up', labels.bids, bookAmount(curve.bids.at(-1)?.sum ?? ZERO, lotPrecision)],
          ['down', labels.asks, bookAmount(curve.asks.at(-1)?.sum ?? ZERO, lotPrecision)],
        ] as const)
      : ([
          [found.side === 'bid' ? 'up' : 'down', labels.price, showPrice(found.price, precision)],
          ['ink', labels.sum, bookAmount(found.sum, lotPrecision)],
        ] as const);
  return facts.map(([tone, name, value]) => (
    <span key={name}>
      {name} <b className={`tone-${tone}`}>{value}</b>
    </span>
  ));
}

function Plot({ curve, found, labels }: Shown & Found) {
  const at = (price: DepthPoint['price']) => percentOf(positionBetween(price, curve.low, curve.high));
  return (
    <>
      <svg viewBox={`0 0 ${BOX.width} ${BOX.height}`} preserveAspectRatio="none" aria-hidden="true">
        {(['bid', 'ask'] as const).map((side) => {
          const { line, area } = depthStairs(curve, side, BOX);
          return (
            <g key={side} className={`depth__side tone-${side === 'bid' ? 'up' : 'down'}`}>
              <path className="depth__area" d={area} />
              <path className="depth__line" d={line} />
            </g>
          );
        })}
      </svg>
      <i className="depth__mark" style={{ '--at': at(curve.middle) }}>
        <span>{labels.middle}</span>
      </i>
      {found && (
        <i
          className={`depth__point tone-${found.side === 'bid' ? 'up' : 'down'}`}
          style={{ '--at': at(found.price), '--high': percentOf(positionBetween(found.sum, ZERO, curve.most)) }}
        />
      )}
    </>
  );
}

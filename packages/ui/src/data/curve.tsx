import type { Decimal } from '@app/money';
import { type ReactNode, useId } from 'react';
import { type Curve, type CurveBox, drawCurve, drawNamedCurve } from './curve-geometry.ts';

type WaterProps = { curve: Curve; size: { width: number; height: number }; isLevel: boolean };

/** Renders the same line twice, clipped at the mark: rising colour above it, falling colour below. */
function Water({ curve, size, isLevel }: WaterProps) {
  const id = useId();
  const markY = curve.markY;
  return (
    <>
      <clipPath id={`${id}-up`}>
        <rect x={-4} y={-4} width={size.width + 8} height={markY + 4} />
      </clipPath>
      <clipPath id={`${id}-down`}>
        <rect x={-4} y={markY} width={size.width + 8} height={size.height - markY + 4} />
      </clipPath>
      <path className="curve__mark" d={`M0 ${markY}H${size.width}`} />
      {isLevel ? (
        <path className="curve__line curve__line--flat" d={curve.line} />
      ) : (
        (['up', 'down'] as const).map((side) => (
          <g key={side} className={`curve__water tone-${side}`} clipPath={`url(#${id}-${side})`}>
            <path className="curve__area" d={curve.area} />
            <path className="curve__line" d={curve.line} />
          </g>
        ))
      )}
    </>
  );
}

const SPARK_BOX: CurveBox = { width: 64, height: 32, top: 3, bottom: 3 };
const WIDE_BOX: CurveBox = { width: 250, height: 24, top: 2, bottom: 2 };

type SparkProps = { values: readonly Decimal[]; open: Decimal; wide?: boolean };

/**
 * Renders a day at a glance, 64 × 32 or the full width of its container; the line in it is the open. The change beside
 * it states the same in text.
 */
export function Sparkline({ values, open, wide = false }: SparkProps) {
  const box = wide ? WIDE_BOX : SPARK_BOX;
  const isLevel = values.every((value) => value === open);
  return (
    <svg
      className={wide ? 'curve curve--spark size-full' : 'curve curve--spark'}
      viewBox={`0 0 ${box.width} ${box.height}`}
      width={box.width}
      height={box.height}
      preserveAspectRatio={wide ? 'none' : undefined}
      aria-hidden="true"
    >
      <Water curve={drawCurve(values, open, box)} size={box} isLevel={isLevel} />
    </svg>
  );
}

const GRID = 1_000; // Path width; the screen stretches it, except strokes and text.

type AreaProps = {
  values: readonly Decimal[];
  /** Reference level and its label: "00:00 · 24,590.30". */
  mark: { value: Decimal; name: string };
  label: string;
  height?: 76 | 92 | 104 | 160;
  staff?: boolean;
};

/** Renders a value over time against its labelled mark, at the full width of its container. */
export function AreaCurve({ values, mark, label, height = 92, staff = false }: AreaProps) {
  const size = { width: GRID, height };
  const curve = drawNamedCurve(values, mark.value, size);
  const last = values.at(-1) ?? mark.value;
  const tone = last === mark.value ? 'flat' : last > mark.value ? 'up' : 'down';
  return (
    <figure
      className={staff ? 'area area--staff' : 'area'}
      style={{ '--h': `${height}px`, '--mark': `${curve.markY}px`, '--last': `${curve.lastY}px` }}
      role="img"
      aria-label={`${label}, ${mark.name}`}
    >
      <svg
        className="curve area__water"
        viewBox={`0 0 ${GRID} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <Water curve={curve} size={size} isLevel={values.every((value) => value === mark.value)} />
      </svg>
      <AreaEnd>
        {values.length > 0 && <i className={`area__now tone-${tone}`} />}
        <span className={`area__name area__name--${curve.side}`}>{mark.name}</span>
      </AreaEnd>
    </figure>
  );
}

const AreaEnd = ({ children }: { children: ReactNode }) => (
  <span className="area__end" aria-hidden="true">
    {children}
  </span>
);

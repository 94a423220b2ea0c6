import { type Decimal, max, min } from '@app/money';
import { positionBetween } from './geometry.ts';

export type CurveBox = { width: number; height: number; top: number; bottom: number };
export type Curve = { line: string; area: string; markY: number; lastY: number };
type Size = { width: number; height: number };
type NamedCurve = Curve & { side: 'above' | 'below' };

const EDGE = 8;
const NAME_ROOM = 24;

/** Draws straight segments from the first value to the last: a price is not a spline. */
export function drawCurve(values: readonly Decimal[], mark: Decimal, box: CurveBox): Curve {
  const low = values.reduce((lowest, value) => min<Decimal>(lowest, value), mark);
  const high = values.reduce((highest, value) => max<Decimal>(highest, value), mark);
  const yOf = (value: Decimal) =>
    box.top + (1 - positionBetween(value, low, high)) * (box.height - box.top - box.bottom);
  const stepX = box.width / Math.max(values.length - 1, 1);
  const markY = onPixel(yOf(mark));
  const line = values
    .map((value, index) => `${index === 0 ? 'M' : 'L'}${short(index * stepX)} ${short(yOf(value))}`)
    .join('');
  const endX = short((values.length - 1) * stepX);
  const area = values.length < 2 ? '' : `${line}L${endX} ${markY}L0 ${markY}Z`;
  return { line, area, markY, lastY: short(yOf(values.at(-1) ?? mark)) };
}

/** Draws the same with space for the mark's label, which costs height only where the mark is near that edge. */
export function drawNamedCurve(values: readonly Decimal[], mark: Decimal, size: Size): NamedCurve {
  const side = markNameSide(values, mark);
  const box = { ...size, top: EDGE, bottom: EDGE };
  const curve = drawCurve(values, mark, box);
  const room = side === 'below' ? size.height - curve.markY : curve.markY;
  if (room >= NAME_ROOM) return { ...curve, side };
  return { ...drawCurve(values, mark, { ...box, [side === 'below' ? 'bottom' : 'top']: NAME_ROOM }), side };
}

/** Returns the side for the mark's label: the one the end of the curve leaves free. */
export function markNameSide(values: readonly Decimal[], mark: Decimal): 'above' | 'below' {
  const end = values.slice(-Math.ceil(values.length / 3));
  const above = end.filter((value) => value >= mark).length;
  return above * 2 >= end.length ? 'below' : 'above';
}

/** Snaps to half a pixel: a hairline is sharp only where it covers whole pixels. */
const onPixel = (y: number) => Math.floor(y) + 0.5;
const short = (coordinate: number) => Number(coordinate.toFixed(1));

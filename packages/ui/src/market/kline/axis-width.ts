import { type Decimal, max, showPrice } from '@app/money';
import { AXIS_PAD, AXIS_SIZE } from './chart-styles.ts';
import type { KlineBar } from './kline-source.ts';
import { tabularWidth } from './tabular-text.ts';

/** Heaviest font weight at the axis: the tag of the last price. */
const WEIGHT = 600;
const LEAST = 48;

/** Returns the highest price, which has the most digits. */
export const highestOf = (bars: readonly KlineBar[], known: Decimal): Decimal =>
  bars.reduce((highest, { high }) => max(high, highest), known);

let pen: CanvasRenderingContext2D | null | undefined;

/** Returns the width of the price axis for a price, so that it does not change while digits do. */
export function axisWidth(highest: Decimal, precision: number, font: string): number {
  pen ??= document.createElement('canvas').getContext('2d');
  if (pen === null) return LEAST;
  pen.font = `${WEIGHT} ${AXIS_SIZE}px ${font}`;
  return Math.max(LEAST, Math.ceil(tabularWidth(pen, showPrice(highest, precision))) + 2 * AXIS_PAD);
}

import { type Decimal, readDecimal } from '@app/money';
import type { Chart } from 'klinecharts';
import type { KlineDrag } from './kline-source.ts';
import { type DrawnMark, marksOf, tagsIn } from './price-marks.ts';
import { tagAt } from './tag-hit.ts';

/** Movements below this are a tap and move nothing. */
const TAP_PX = 4;
/** Distance from a line at which a mouse, which is precise, takes hold of it. */
const LINE_PX = 5;

type Deps = {
  readonly chart: Chart;
  readonly paneId: string;
  readonly element: HTMLElement;
  /** Decimals of a price. */
  readonly places: () => number;
  readonly onDrag: (drag: KlineDrag) => void;
};

type Held = { readonly id: string; readonly pointerId: number; readonly y: number; isMoved: boolean };

/**
 * Lets movable levels be dragged: a finger by the tag, a mouse also by the line. A pointer that hits neither belongs to
 * the chart, and one that does never reaches it, so that a drag does not scroll the candles. Returns the end of it.
 */
export function listenToDrags({ chart, paneId, element, places, onDrag }: Deps): () => void {
  let held: Held | undefined;
  const axis = () => chart.getYAxes({ paneId })[0];
  const markAt = (event: PointerEvent): DrawnMark | undefined => {
    const y = yWithin(element, event);
    const x = event.clientX - element.getBoundingClientRect().left;
    const size = chart.getSize(paneId, 'main');
    const marks = marksOf(chart);
    if (size === null || x > size.width || y > size.height || !marks.some(({ isMovable }) => isMovable))
      return undefined;
    const toPixel = (value: number) => axis()?.convertToPixel(value) ?? -1;
    const movable = tagsIn(marks, { ...size, toPixel }).filter(({ mark }) => mark.isMovable);
    const isOnLine = ({ value, isMovable }: DrawnMark) => isMovable && Math.abs(toPixel(value) - y) <= LINE_PX;
    return tagAt(movable, { x, y })?.mark ?? (event.pointerType === 'mouse' ? marks.find(isOnLine) : undefined);
  };
  const report = (event: PointerEvent, isEnd: boolean) => {
    if (held === undefined) return;
    const value = axis()?.convertFromPixel(yWithin(element, event)) ?? Number.NaN;
    const price = value > 0 ? readDecimal<Decimal>(value.toFixed(places())) : undefined;
    if (price !== undefined) onDrag({ id: held.id, price, isEnd });
  };
  const onDown = (event: PointerEvent) => {
    const mark = event.isPrimary && event.button === 0 ? markAt(event) : undefined;
    if (mark === undefined) return;
    held = { id: mark.id, pointerId: event.pointerId, y: event.clientY, isMoved: false };
    element.setPointerCapture(event.pointerId);
    event.stopPropagation();
  };
  const onMove = (event: PointerEvent) => {
    if (held === undefined) {
      if (event.pointerType === 'mouse' && event.target instanceof HTMLElement)
        event.target.style.cursor = markAt(event) === undefined ? '' : 'ns-resize';
      return;
    }
    event.stopPropagation();
    if (event.pointerId !== held.pointerId) return;
    held.isMoved ||= Math.abs(event.clientY - held.y) >= TAP_PX;
    if (held.isMoved) report(event, false);
  };
  const onUp = (event: PointerEvent) => {
    if (held === undefined || event.pointerId !== held.pointerId) return;
    if (held.isMoved && event.type === 'pointerup') report(event, true);
    held = undefined;
  };
  /** The library listens to touches and mouse events, which follow the pointer's. */
  const keepFromChart = (event: Event) => {
    if (held === undefined) return;
    event.stopPropagation();
    if (event.cancelable) event.preventDefault();
  };
  const listeners = [
    ['pointerdown', onDown],
    ['pointermove', onMove],
    ['pointerup', onUp],
    ['pointercancel', onUp],
    ...(['touchstart', 'touchmove', 'mousedown', 'mousemove'] as const).map((name) => [name, keepFromChart] as const),
  ] as readonly (readonly [string, EventListener])[];
  // Before the library's own listeners, which are on elements inside.
  for (const [name, listener] of listeners) element.addEventListener(name, listener, { capture: true, passive: false });
  return () => {
    for (const [name, listener] of listeners) element.removeEventListener(name, listener, { capture: true });
  };
}

const yWithin = (element: HTMLElement, { clientY }: PointerEvent) => clientY - element.getBoundingClientRect().top;

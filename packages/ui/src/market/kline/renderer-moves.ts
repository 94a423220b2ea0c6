import type { Chart } from 'klinecharts';
import type { DrawnBar } from './drawn-bar.ts';
import type { KlineHandle } from './kline-source.ts';
import { CANDLES, pixelOf } from './renderer-parts.ts';
import { BAR_SPACE, isDoubleTap, pageDistance, zoomScale } from './zoom-steps.ts';

/** Space between the last bar and the axis. */
export const AIR_PX = 16;
const MOVE_MS = 160;

const moveMs = () =>
  document.documentElement.dataset.motion === 'reduced' || matchMedia('(prefers-reduced-motion: reduce)').matches
    ? 0
    : MOVE_MS;

const widthOf = (chart: Chart) => chart.getSize(CANDLES, 'main')?.width ?? 0;

/** Returns the x position that stays fixed while zooming: the last bar if visible, otherwise the middle. */
function heldAt(chart: Chart): number {
  const last = chart.getDataList().length - 1;
  return chart.getVisibleRange().to > last ? pixelOf(chart, last) : widthOf(chart) / 2;
}

/** Returns the button actions. */
export function handleOf(chart: Chart): KlineHandle {
  const zoom = (direction: 'in' | 'out') =>
    chart.zoomAtCoordinate(zoomScale(chart.getBarSpace().bar, direction), { x: heldAt(chart), y: 0 });
  return {
    zoomIn: () => zoom('in'),
    zoomOut: () => zoom('out'),
    earlier: () => chart.scrollByDistance(pageDistance(widthOf(chart)), moveMs()),
    later: () => chart.scrollByDistance(-pageDistance(widthOf(chart)), moveMs()),
    fit: () => fit(chart),
  };
}

/** Resets the view: default bar spacing, newest bar, prices from edge to edge. */
function fit(chart: Chart): void {
  chart.setBarSpace(BAR_SPACE);
  chart.setOffsetRightDistance(AIR_PX);
  // Overriding an axis, even without changes, makes it compute its range automatically again.
  chart.overrideYAxis({ paneId: CANDLES });
}

/** Resets the view on a double tap; returns a function that stops listening. */
export function fitOnDoubleTap(chart: Chart, element: HTMLElement): () => void {
  let first: { x: number; y: number; time: number } | undefined;
  const onDown = ({ clientX: x, clientY: y, timeStamp: time, isPrimary }: PointerEvent) => {
    const tap = { x, y, time };
    const isDouble = isPrimary && isDoubleTap(first, tap);
    first = isPrimary && !isDouble ? tap : undefined;
    if (isDouble) fit(chart);
  };
  element.addEventListener('pointerdown', onDown);
  return () => element.removeEventListener('pointerdown', onDown);
}

/**
 * Replaces the drawn bars and keeps view and crosshair in place: at the end if the end was visible, otherwise at the
 * rightmost visible bar. The library can only restart, so this changes its list in place and pushes the last bar again.
 */
export function replaceBars(chart: Chart, bars: readonly DrawnBar[], onBar: (bar: DrawnBar) => void): void {
  const list = chart.getDataList();
  const { to } = chart.getVisibleRange();
  const anchor = to < list.length ? list[to - 1] : undefined;
  const follow = list.length - to;
  list.splice(0, list.length, ...bars);
  const last = bars.at(-1);
  if (last !== undefined) onBar(last);
  const place = list.findLastIndex(({ timestamp }) => timestamp === anchor?.timestamp);
  const came = anchor === undefined || place < 0 ? 0 : list.length - place - 1 - follow;
  if (came !== 0) chart.scrollByDistance(came * chart.getBarSpace().bar);
}

import type { Chart } from 'klinecharts';
import { type Library, numberFormats } from './load-library.ts';
import { AIR_PX } from './renderer-moves.ts';
import { calmPriceAxis } from './renderer-parts.ts';
import { BAR_SPACE, BAR_SPACE_MAX, BAR_SPACE_MIN } from './zoom-steps.ts';

/** Creates a library chart on an element with the defaults of all charts. */
export function makeChart(library: Library, element: HTMLElement): Chart {
  const { thousandsSeparator, decimalFold, formatBigNumber } = numberFormats;
  const chart = library.init(element, {
    thousandsSeparator,
    decimalFold,
    formatter: { formatBigNumber },
    hotkey: { enabled: false },
    layout: { barSpaceLimit: { min: BAR_SPACE_MIN, max: BAR_SPACE_MAX } },
  });
  if (chart === null) throw new Error('the chart has no place');
  // Buttons replace keyboard control; a canvas in the tab order would be a stop without any action.
  if (element.firstElementChild instanceof HTMLElement) element.firstElementChild.tabIndex = -1;
  chart.setBarSpace(BAR_SPACE);
  chart.setOffsetRightDistance(AIR_PX);
  calmPriceAxis(chart);
  return chart;
}

/** Runs a callback in the next frame; returns a function that cancels it. */
export function nextFrame(run: () => void): () => void {
  const frame = requestAnimationFrame(run);
  return () => cancelAnimationFrame(frame);
}

export function onSize(element: HTMLElement, act: (height: number) => void): () => void {
  const observer = new ResizeObserver(() => act(element.clientHeight));
  observer.observe(element);
  return () => observer.disconnect();
}

/** Calls back when fonts finish loading, because a canvas does not redraw by itself. */
export function onFonts(act: () => void): () => void {
  document.fonts.addEventListener('loadingdone', act);
  return () => document.fonts.removeEventListener('loadingdone', act);
}

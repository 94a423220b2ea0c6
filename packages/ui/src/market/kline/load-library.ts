import { axisText, compactText, cutText } from './drawn-bar.ts';
import { priceMark } from './price-mark.ts';
import { tabularText } from './tabular-text.ts';
import { tradeMarks } from './trade-marks.ts';

export type Library = typeof import('klinecharts');

let isReady = false;

/** The one way to the chart library: it weighs as much as a page and comes when a chart is shown. */
export async function loadLibrary(): Promise<Library> {
  const library = await import('klinecharts');
  if (isReady) return library;
  isReady = true;
  library.registerFigure(tabularText);
  library.registerOverlay(priceMark);
  library.registerOverlay(tradeMarks);
  library.registerYAxis({ name: 'normal', displayValueToText: cutText });
  return library;
}

/** How the library writes numbers: as the rest of the app does, and never folded. */
export const numberFormats = {
  thousandsSeparator: { sign: ',', format: axisText },
  decimalFold: { format: (value: string | number) => String(value) },
  formatBigNumber: compactText,
};

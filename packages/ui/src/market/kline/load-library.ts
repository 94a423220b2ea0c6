import { axisText, compactText, cutText } from './drawn-bar.ts';
import { priceMarks } from './price-marks.ts';
import { tabularText } from './tabular-text.ts';
import { tradeMarks } from './trade-marks.ts';

export type Library = typeof import('klinecharts');

let isReady = false;

/**
 * Loads the chart library; every use goes through this function. The library is as large as a page, so it is fetched
 * only when a chart is shown.
 */
export async function loadLibrary(): Promise<Library> {
  const library = await import('klinecharts');
  if (isReady) return library;
  isReady = true;
  library.registerFigure(tabularText);
  library.registerOverlay(priceMarks);
  library.registerOverlay(tradeMarks);
  library.registerYAxis({ name: 'normal', displayValueToText: cutText });
  return library;
}

/** Number formats for the library: the same as in the rest of the app, without folded zeros. */
export const numberFormats = {
  thousandsSeparator: { sign: ',', format: axisText },
  decimalFold: { format: (value: string | number) => String(value) },
  formatBigNumber: compactText,
};

/** Pane sizes: volume is a low strip under the candles; panes with their own scale need more height to be readable. */
const VOLUME = { share: 0.2, least: 36, most: 96 };
const OTHER = { share: 0.22, least: 52, most: 120 };
/** Minimum share of the height for the candles, whatever panes are below them. */
const CANDLES = 0.45;

/** Returns the height of each pane below the candles, in pixels, for a total height. */
export function paneHeights(total: number, panes: readonly string[]): ReadonlyMap<string, number> {
  const wanted = panes.map((pane) => {
    const { share, least, most } = pane === 'VOL' ? VOLUME : OTHER;
    return [pane, Math.min(Math.max(total * share, least), most)] as const;
  });
  const sum = wanted.reduce((height, [, own]) => height + own, 0);
  const fit = Math.min(1, (total * (1 - CANDLES)) / Math.max(sum, 1));
  return new Map(wanted.map(([pane, height]) => [pane, Math.round(height * fit)]));
}

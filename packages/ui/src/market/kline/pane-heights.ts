/** Volume is a foot under the candles; what has a scale of its own needs room to be read. */
const VOLUME = { share: 0.2, least: 36, most: 96 };
const OTHER = { share: 0.22, least: 52, most: 120 };
/** Candles keep at least this much, whatever stands below them. */
const CANDLES = 0.45;

/** How high each pane below the candles is, in pixels of the whole. */
export function paneHeights(total: number, panes: readonly string[]): ReadonlyMap<string, number> {
  const wanted = panes.map((pane) => {
    const { share, least, most } = pane === 'VOL' ? VOLUME : OTHER;
    return [pane, Math.min(Math.max(total * share, least), most)] as const;
  });
  const sum = wanted.reduce((height, [, own]) => height + own, 0);
  const fit = Math.min(1, (total * (1 - CANDLES)) / Math.max(sum, 1));
  return new Map(wanted.map(([pane, height]) => [pane, Math.round(height * fit)]));
}

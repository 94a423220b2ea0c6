/** How far the panel under a chart is open: its tabs alone, some rows, or most of the page. */
export const PANEL_SIZES = ['closed', 'half', 'tall'] as const;
export type PanelSize = (typeof PANEL_SIZES)[number];

const HALF_PX = 176;
/** Where a page is too low even for that, there are a few rows at least. */
const LOWEST_PX = 128;
/** On a page lower than this the chart needs the room more. */
const ROOMY_PX = 760;
const TALL_SHARE = 0.48;
/** The price, the time frames, some candles, the tabs and the buttons stay in sight. */
const REST_PX = 444;

/** The height of what is under the tabs. */
export function panelHeight(size: PanelSize, pagePx: number): number {
  if (size === 'closed') return 0;
  const half = Math.min(Math.max(pagePx - REST_PX, LOWEST_PX), HALF_PX);
  return size === 'half' ? half : Math.max(half, Math.min(Math.round(pagePx * TALL_SHARE), pagePx - REST_PX));
}

export const firstSize = (pagePx: number): PanelSize => (pagePx < ROOMY_PX ? 'closed' : 'half');

/** Where a panel comes to rest that was let go at a height. */
export function nearestSize(heightPx: number, pagePx: number): PanelSize {
  const distance = (size: PanelSize) => Math.abs(panelHeight(size, pagePx) - heightPx);
  return PANEL_SIZES.reduce((nearest, size) => (distance(size) < distance(nearest) ? size : nearest));
}

/** A tap on the handle: one step further open, and from the widest back to closed. */
export function nextSize(size: PanelSize, pagePx: number): PanelSize {
  const next = PANEL_SIZES[PANEL_SIZES.indexOf(size) + 1] ?? 'closed';
  return panelHeight(next, pagePx) > panelHeight(size, pagePx) ? next : 'closed';
}

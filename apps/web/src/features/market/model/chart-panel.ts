/** How far the panel under a chart is open: its tabs alone, some rows, or most of the page. */
export const PANEL_SIZES = ['closed', 'half', 'tall'] as const;
export type PanelSize = (typeof PANEL_SIZES)[number];

const HALF_PX = 176;
/** On a page lower than this the chart needs the room more. */
const ROOMY_PX = 760;
const TALL_SHARE = 0.48;
/** The price, the time frames, some candles, the tabs and the buttons stay in sight. */
const REST_PX = 360;

/** The height of what is under the tabs. */
export function panelHeight(size: PanelSize, pagePx: number): number {
  if (size === 'closed') return 0;
  return size === 'half' ? HALF_PX : Math.max(HALF_PX, Math.min(Math.round(pagePx * TALL_SHARE), pagePx - REST_PX));
}

export const firstSize = (pagePx: number): PanelSize => (pagePx < ROOMY_PX ? 'closed' : 'half');

/** Where a panel comes to rest that was let go at a height. */
export function nearestSize(heightPx: number, pagePx: number): PanelSize {
  const distance = (size: PanelSize) => Math.abs(panelHeight(size, pagePx) - heightPx);
  return PANEL_SIZES.reduce((nearest, size) => (distance(size) < distance(nearest) ? size : nearest));
}

/** A tap on the handle: one step further open, and from the widest back to closed. */
export const nextSize = (size: PanelSize): PanelSize =>
  PANEL_SIZES[(PANEL_SIZES.indexOf(size) + 1) % PANEL_SIZES.length] ?? 'closed';

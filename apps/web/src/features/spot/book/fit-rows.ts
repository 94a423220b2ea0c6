/** Height of an order book row, at its largest. */
const ROW_PX = 21;
const HEAD_PX = 20;

/** Returns how many rows fit under their headers, within the given bounds. */
export const rowsFitting = (containerPx: number, { least, most }: { readonly least: number; readonly most: number }) =>
  Math.min(Math.max(Math.floor((containerPx - HEAD_PX) / ROW_PX), least), most);

/** A row of a book, where rows are highest. */
const ROW_PX = 21;
const HEAD_PX = 20;

/** How many rows there is room for under their heads, and at least some. */
export const rowsFitting = (containerPx: number, { least, most }: { readonly least: number; readonly most: number }) =>
  Math.min(Math.max(Math.floor((containerPx - HEAD_PX) / ROW_PX), least), most);

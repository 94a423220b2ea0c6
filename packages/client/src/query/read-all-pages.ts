type Page<Row> = { readonly list: readonly Row[]; readonly next: bigint | null };
/** Place from which a page is read: the `next` of the page before, of which it is the first. */
type Place = { readonly page: 1; readonly before?: bigint };

/** Returns the place of the page after one; undefined after the last, which ends an infinite query. */
export const placeAfter = ({ next }: Pick<Page<unknown>, 'next'>): Place | undefined =>
  next === null ? undefined : { page: 1, before: next };

/** Place of the first page. */
export const FIRST_PAGE: Place = { page: 1 };

/**
 * Reads a whole list page by page. Each page continues where the one before ended, so rows that are added or removed
 * meanwhile shift no others: every row that stays in the list is returned once.
 */
export async function readAllPages<Row>(read: (place: Place) => Promise<Page<Row>>): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let place: Place | undefined = FIRST_PAGE; place !== undefined; ) {
    const page: Page<Row> = await read(place);
    rows.push(...page.list);
    place = placeAfter(page);
  }
  return rows;
}

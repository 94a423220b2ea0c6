type Page<Row> = { readonly list: readonly Row[]; readonly limit: number; readonly total: number };
type ReadPage<Row> = (page: number) => Promise<Page<Row>>;

const TRIES = 3;

/**
 * Reads a whole paginated list, each row once. Rows added or removed meanwhile shift others across page boundaries,
 * where rows are lost or duplicated: the list is then read again. A list that never stops changing is returned as last
 * read.
 */
export async function readAllPages<Row extends { readonly id: bigint }>(read: ReadPage<Row>): Promise<readonly Row[]> {
  for (let left = TRIES - 1; ; left--) {
    const { rows, isWhole } = await readOnce(read);
    if (isWhole || left === 0) return rows;
  }
}

async function readOnce<Row extends { readonly id: bigint }>(read: ReadPage<Row>) {
  const rows = new Map<bigint, Row>();
  const totals = new Set<number>();
  for (let page = 1; ; page++) {
    const { list, limit, total } = await read(page);
    for (const row of list) rows.set(row.id, row);
    totals.add(total);
    if (list.length < limit || page * limit >= total)
      return { rows: [...rows.values()], isWhole: totals.size === 1 && rows.size === total };
  }
}

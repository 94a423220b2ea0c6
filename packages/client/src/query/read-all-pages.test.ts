import { describe, expect, it, vi } from 'vitest';
import { readAllPages } from './read-all-pages.ts';

type Row = { readonly id: bigint };
const LIMIT = 2;

/** Returns a list that changes at each read; the last state stays. */
function listThatBecomes(...lists: readonly (readonly number[])[]) {
  const left = [...lists];
  return vi.fn((page: number) => {
    const now = (left.length > 1 ? left.shift() : left[0]) ?? [];
    const list = now.slice((page - 1) * LIMIT, page * LIMIT).map((id): Row => ({ id: BigInt(id) }));
    return Promise.resolve({ list, limit: LIMIT, total: now.length });
  });
}
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => Number(id));

describe('a paginated list', () => {
  it.each([
    [[], 1],
    [[1], 1],
    [[2, 1], 1],
    [[3, 2, 1], 2],
  ])('given %j that does not change, then it is read once', async (list, pages) => {
    const read = listThatBecomes(list);
    expect(idsOf(await readAllPages(read))).toEqual(list);
    expect(read).toHaveBeenCalledTimes(pages);
  });

  it.each([
    ['goes, so that another slips past', [5, 4, 3, 2, 1], [4, 3, 2, 1]],
    ['comes, so that another is told twice', [4, 3, 2, 1], [5, 4, 3, 2, 1]],
    ['comes while an old one goes', [4, 3, 2, 1], [5, 4, 3, 2]],
  ])('given one that %s, then every row is returned once', async (_what, before, after) => {
    const rows = await readAllPages(listThatBecomes(before, after));
    expect(idsOf(rows)).toEqual(after);
  });

  it('given a list that never stops changing, then it is read three times, and no row is returned twice', async () => {
    const lists = Array.from({ length: 20 }, (_, index) => [index + 5, index + 4, index + 3, index + 2]);
    const read = listThatBecomes(...lists);
    const ids = idsOf(await readAllPages(read));
    expect(read).toHaveBeenCalledTimes(3 * 2);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

import { describe, expect, it, vi } from 'vitest';
import { readAllPages } from './read-all-pages.ts';

const LIMIT = 2;

/** Returns a list that changes at each read; the last state stays. */
function listThatBecomes(...lists: readonly (readonly number[])[]) {
  const left = [...lists];
  return vi.fn(({ before = 100n }: { readonly before?: bigint }) => {
    const now = (left.length > 1 ? left.shift() : left[0]) ?? [];
    const found = now.filter((id) => BigInt(id) < before);
    const list = found.slice(0, LIMIT);
    return Promise.resolve({ list, next: found.length > LIMIT ? BigInt(list.at(-1) ?? 0) : null });
  });
}

describe('a paginated list', () => {
  it.each([
    [[], 1],
    [[1], 1],
    [[2, 1], 1],
    [[3, 2, 1], 2],
    [[4, 3, 2, 1], 2],
  ])('given %j that does not change, then it is read once', async (list, pages) => {
    const read = listThatBecomes(list);
    expect(await readAllPages(read)).toEqual(list);
    expect(read).toHaveBeenCalledTimes(pages);
  });

  it.each([
    ['a row of an earlier page goes', [5, 4, 3, 2, 1], [4, 3, 2, 1], [5, 4, 3, 2, 1]],
    ['a new one comes', [4, 3, 2, 1], [5, 4, 3, 2, 1], [4, 3, 2, 1]],
    ['the last one goes', [4, 3, 2, 1], [4, 3, 2], [4, 3, 2]],
  ])('given %s meanwhile, then every row that stays is returned once', async (_what, before, after, found) => {
    expect(await readAllPages(listThatBecomes(before, after))).toEqual(found);
  });
});

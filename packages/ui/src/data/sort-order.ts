export type Sort<Key extends string> = { key: Key; order: 'down' | 'up' } | undefined;

/** Returns the next sort: descending on the first press, ascending on the second, the list's own order on the third. */
export function nextSort<Key extends string>(sort: Sort<Key>, key: Key): Sort<Key> {
  if (sort?.key !== key) return { key, order: 'down' };
  return sort.order === 'down' ? { key, order: 'up' } : undefined;
}

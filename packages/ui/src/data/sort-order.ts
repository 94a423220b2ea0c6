export type Sort<Key extends string> = { key: Key; order: 'down' | 'up' } | undefined;

/** A press sorts down, the next one up, the third gives the list its own order back. */
export function nextSort<Key extends string>(sort: Sort<Key>, key: Key): Sort<Key> {
  if (sort?.key !== key) return { key, order: 'down' };
  return sort.order === 'down' ? { key, order: 'up' } : undefined;
}

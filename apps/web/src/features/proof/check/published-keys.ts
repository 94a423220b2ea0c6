import type { PublishedKey } from './kept-history.ts';

/** Merges key lists, ordered by first block. A key on which they differ appears twice. */
export function joinKeys(...lists: readonly (readonly PublishedKey[])[]): readonly PublishedKey[] {
  const keys = new Map(lists.flat().map((key) => [`${key.id} ${key.public_key} ${key.from_block}`, key]));
  return [...keys.values()].sort((a, b) => a.from_block - b.from_block);
}

/** Returns whether each id and each first block occurs once. */
export function areOneList(keys: readonly PublishedKey[]): boolean {
  const names = new Set(keys.map(({ id }) => id));
  const blocks = new Set(keys.map(({ from_block }) => from_block));
  return names.size === keys.length && blocks.size === keys.length;
}

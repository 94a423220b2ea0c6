type Shown = { readonly id: bigint; readonly read_at: number | null };

/**
 * Returns the id up to which the shown notices, newest first, are to be marked read; undefined if all are. An id is
 * assigned before its notice is committed, so a lower one may appear after a higher one was read: `key` changes
 * whenever there is something else to mark.
 */
export function findUnread(shown: readonly Shown[]): { readonly upTo: bigint; readonly key: string } | undefined {
  const unread = shown.filter(({ read_at }) => read_at === null);
  const [newest] = shown;
  if (newest === undefined || unread.length === 0) return undefined;
  return { upTo: newest.id, key: unread.map(({ id }) => id).join(' ') };
}

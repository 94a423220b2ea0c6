type Shown = { readonly id: bigint; readonly read_at: number | null };

/**
 * Up to where what is shown, newest first, is to be called read; nothing where all of it is. An id is given before its notice is committed, so
 * a lower one may come after a higher one was read: `key` differs whenever there is something else to say.
 */
export function findUnread(shown: readonly Shown[]): { readonly upTo: bigint; readonly key: string } | undefined {
  const unread = shown.filter(({ read_at }) => read_at === null);
  const [newest] = shown;
  if (newest === undefined || unread.length === 0) return undefined;
  return { upTo: newest.id, key: unread.map(({ id }) => id).join(' ') };
}

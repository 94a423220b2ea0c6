import { describe, expect, it } from 'vitest';
import { findUnread } from './unread.ts';

const unread = (id: bigint) => ({ id, read_at: null });
const read = (id: bigint) => ({ id, read_at: 1_790_000_000_000 });

describe('what to mark as read', () => {
  it('given no notice, or no unread one, then there is nothing to mark', () => {
    expect(findUnread([])).toBeUndefined();
    expect(findUnread([read(3n), read(2n)])).toBeUndefined();
  });

  it('given any unread one, then it marks up to the newest', () => {
    expect(findUnread([unread(3n), read(2n)])?.upTo).toBe(3n);
    expect(findUnread([read(3n), unread(2n), read(1n)])?.upTo).toBe(3n);
  });

  it('given a late lower id, when the newest was read before, then it marks again; given the same, then not', () => {
    const first = findUnread([unread(3n), read(1n)]);
    const late = findUnread([read(3n), unread(2n), read(1n)]);
    expect(late?.key).not.toBe(first?.key);
    expect(findUnread([unread(3n), read(1n)])?.key).toBe(first?.key);
  });
});

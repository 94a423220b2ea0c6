import { describe, expect, it } from 'vitest';
import { findUnread } from './unread.ts';

const unread = (id: bigint) => ({ id, read_at: null });
const read = (id: bigint) => ({ id, read_at: 1_790_000_000_000 });

describe('what is to be called read', () => {
  it('given nothing, or nothing unread, then there is nothing to say', () => {
    expect(findUnread([])).toBeUndefined();
    expect(findUnread([read(3n), read(2n)])).toBeUndefined();
  });

  it('given one unread anywhere, then it reaches up to the newest', () => {
    expect(findUnread([unread(3n), read(2n)])?.upTo).toBe(3n);
    expect(findUnread([read(3n), unread(2n), read(1n)])?.upTo).toBe(3n);
  });

  it('given a lower id that came late, when the newest was read before, then that is said anew; given the same, then not', () => {
    const first = findUnread([unread(3n), read(1n)]);
    const late = findUnread([read(3n), unread(2n), read(1n)]);
    expect(late?.key).not.toBe(first?.key);
    expect(findUnread([unread(3n), read(1n)])?.key).toBe(first?.key);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchBehind } from './lagging-sockets.ts';
import type { SessionServer } from './sessions.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Sets up one socket in one channel, whose queue the test controls. */
function setUp() {
  const conn = { writeBuffer: [] as object[], transport: { writable: true } };
  const sockets = new Map([['a', { connected: true, conn }]]);
  const adapter = { rooms: new Map([['room', new Set(['a'])]]) };
  const io = { of: () => ({ sockets, adapter }) } as unknown as SessionServer;
  const happened: string[] = [];
  const note = (what: string) => () => void happened.push(what);
  const behind = watchBehind(io, {
    onFallen: note('fallen'),
    onCaughtUp: note('caught up'),
    onGivenUp: note('given up'),
  });
  return { conn, behind, happened };
}

describe('a socket’s queue', () => {
  it('given a packet waits at every check, when it is never the same one, then the socket keeps up', () => {
    const { conn, behind, happened } = setUp();
    for (let look = 0; look < 10; look++) {
      conn.writeBuffer = [{ look }]; // As between two polls, or behind another frame sent at the same time.
      behind.sortOut('room');
      vi.advanceTimersByTime(10_000);
    }
    expect(happened).toEqual([]);
    behind.stop();
  });

  it('given one packet waits over a second, when checked, then the socket is behind; once read, it has caught up', () => {
    const { conn, behind, happened } = setUp();
    conn.writeBuffer = [{}];
    behind.sortOut('room');
    vi.advanceTimersByTime(900);
    conn.writeBuffer.push({});
    behind.sortOut('room');
    expect(happened).toEqual([]);
    vi.advanceTimersByTime(200);
    behind.sortOut('room');
    expect(happened).toEqual(['fallen']);
    conn.writeBuffer = [];
    vi.advanceTimersByTime(250);
    expect(happened).toEqual(['fallen', 'caught up']);
    behind.stop();
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchBehind } from './gateway-behind.ts';
import type { SessionServer } from './gateway-sessions.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** One socket in one room, whose queue is the test's. */
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
  it('given something waits whenever it is looked at, when it is never the same, then the socket keeps up', () => {
    const { conn, behind, happened } = setUp();
    for (let look = 0; look < 10; look++) {
      conn.writeBuffer = [{ look }]; // As between two polls, or behind another frame of the same moment.
      behind.sortOut('room');
      vi.advanceTimersByTime(10_000);
    }
    expect(happened).toEqual([]);
    behind.stop();
  });

  it('given the same waits for more than a second, when it is looked at, then the socket fell; read, it has caught up', () => {
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

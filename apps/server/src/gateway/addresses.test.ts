import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { capAddresses } from './addresses.ts';
import type { SessionServer } from './sessions.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Builds a request that carries only an address. */
const from = (ip: string) => ({ ip }) as unknown as IncomingMessage;

function setUp(limits: { sockets: number; handshakes: number }) {
  const caps = capAddresses(limits, (request) => (request as unknown as { ip: string }).ip);
  const engine = new EventEmitter();
  caps.watch({ engine } as unknown as SessionServer);
  const open = (ip: string) => {
    const connection = Object.assign(new EventEmitter(), { request: from(ip) });
    engine.emit('connection', connection);
    return connection;
  };
  return { caps, open };
}

describe('sockets of one address', () => {
  it('given the maximum, when one more opens, then it is refused until one closes; other addresses are unaffected', () => {
    const { caps, open } = setUp({ sockets: 3, handshakes: 1_000 });
    const sockets = [1, 2, 3].map(() => open('203.0.113.9'));
    expect(caps.mayOpen(from('203.0.113.9'))).toBe(false);
    expect(caps.mayOpen(from('203.0.113.10'))).toBe(true);
    sockets[0]?.emit('close');
    expect(caps.mayOpen(from('203.0.113.9'))).toBe(true);
  });

  it('given addresses of one IPv6 /64, then they count as one', () => {
    const { caps, open } = setUp({ sockets: 2, handshakes: 1_000 });
    open('2001:db8:1:2::1');
    open('2001:db8:1:2::2');
    expect(caps.mayOpen(from('2001:db8:1:2:ffff::3'))).toBe(false);
    expect(caps.mayOpen(from('2001:db8:1:3::1'))).toBe(true);
  });

  it('given too many handshakes in ten seconds, whatever their outcome, then the next is refused until time is up', () => {
    const { caps } = setUp({ sockets: 1_000, handshakes: 5 });
    const tries = Array.from({ length: 8 }, () => caps.mayOpen(from('203.0.113.9')));
    expect(tries.filter(Boolean)).toHaveLength(5);
    vi.advanceTimersByTime(10_000);
    expect(caps.mayOpen(from('203.0.113.9'))).toBe(true);
  });
});

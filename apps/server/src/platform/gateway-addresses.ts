import type { IncomingMessage } from 'node:http';
import { addressKey } from '@app/base';
import type { SessionServer } from './gateway-sessions.ts';

/** Of one IPv4 address, or of one IPv6 /64. Many people share an address, so these stop floods and nothing less. */
export type AddressLimits = {
  /** Open at once. */
  readonly sockets: number;
  /** Begun within ten seconds. */
  readonly handshakes: number;
};

const WINDOW_MS = 10_000;

export type AddressCaps = {
  /** Counts a handshake; false where it is one too many. */
  mayOpen(request: IncomingMessage): boolean;
  /** Counts the sockets that are open. */
  watch(io: SessionServer): void;
};

/** Counts sockets and handshakes by the client's address. */
export function capAddresses(limits: AddressLimits, addressOf: (request: IncomingMessage) => string): AddressCaps {
  const open = new Map<string, number>();
  let handshakes = new Map<string, number>();
  let windowSinceMs = performance.now();
  const countHandshake = (key: string): number => {
    const nowMs = performance.now();
    if (nowMs - windowSinceMs >= WINDOW_MS) {
      windowSinceMs = nowMs;
      handshakes = new Map();
    }
    const count = (handshakes.get(key) ?? 0) + 1;
    handshakes.set(key, count);
    return count;
  };
  const release = (key: string) => {
    const left = (open.get(key) ?? 1) - 1;
    if (left > 0) open.set(key, left);
    else open.delete(key);
  };
  return {
    mayOpen: (request) => {
      const key = addressKey(addressOf(request));
      return countHandshake(key) <= limits.handshakes && (open.get(key) ?? 0) < limits.sockets;
    },
    watch: (io) => {
      io.engine.on(
        'connection',
        (connection: { request: IncomingMessage; once(event: 'close', then: () => void): void }) => {
          const key = addressKey(addressOf(connection.request));
          open.set(key, (open.get(key) ?? 0) + 1);
          connection.once('close', () => release(key));
        },
      );
    },
  };
}

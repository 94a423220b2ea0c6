import type { IncomingMessage } from 'node:http';
import { addressKey } from '@app/base';
import type { SessionServer } from './sessions.ts';

/** Limits per IPv4 address or IPv6 /64. Many users share an address, so these only stop floods. */
export type AddressLimits = {
  /** Maximum open at once. */
  readonly sockets: number;
  /** Maximum started within ten seconds. */
  readonly handshakes: number;
};

const WINDOW_MS = 10_000;

export type AddressCaps = {
  /** Counts a handshake; returns false if it exceeds the limit. */
  mayOpen(request: IncomingMessage): boolean;
  /** Counts the open sockets. */
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

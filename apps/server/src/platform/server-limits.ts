import type { Server } from 'node:http';

/**
 * How long a client may take. Headers must be complete before the whole request is due: where they are not, Node exchanges
 * the two and waits for the longer one.
 */
export const REQUEST_MS_MAX = 20_000;
export const SERVER_LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: REQUEST_MS_MAX,
  connectionsCheckingInterval: 5_000,
} as const;

/** Beyond this many connections Node closes the next one at once. */
export const CONNECTIONS_MAX = 10_000;

export function limitConnections(server: Server, connectionsMax: number = CONNECTIONS_MAX): void {
  server.maxConnections = connectionsMax;
}

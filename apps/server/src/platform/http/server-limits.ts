import type { Server } from 'node:http';

/**
 * Client timeouts. The header timeout must be shorter than the request timeout: otherwise Node swaps the two and waits
 * for the longer one.
 */
export const REQUEST_MS_MAX = 20_000;
export const SERVER_LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: REQUEST_MS_MAX,
  connectionsCheckingInterval: 5_000,
} as const;

/** Maximum connections; Node closes any further one at once. */
export const CONNECTIONS_MAX = 10_000;

export function limitConnections(server: Server, connectionsMax: number = CONNECTIONS_MAX): void {
  server.maxConnections = connectionsMax;
}

import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import { limitConnections, SERVER_LIMITS } from '../http/server-limits.ts';
import { type Health, type HealthCheck, readHealth } from './health.ts';

type Description = Readonly<Record<string, unknown>>;

/** Serves `GET /health` with 200 or 503, the reasons, and the process's own description; everything else is 404. */
export function answerHealth(
  checks: readonly HealthCheck[],
  describe: () => Description | Promise<Description> = () => ({}),
): RequestListener {
  return (request, response) => {
    if (request.url !== '/health') return void response.writeHead(404).end();
    void answer(response, async () => ({ ...(await readHealth(checks)), ...(await describe()) }));
  };
}

/** Sends the health; a failed read means degraded: no failure here may end the process. */
async function answer(response: ServerResponse, read: () => Promise<Health & Record<string, unknown>>): Promise<void> {
  const health = await read().catch((error: unknown) => ({ status: 'degraded' as const, reasons: [String(error)] }));
  response.writeHead(health.status === 'ok' ? 200 : 503, { 'content-type': 'application/json' });
  response.end(JSON.stringify(health));
}

/** Serves the metrics; a failure to collect them returns 500, and the process continues. */
export const answerMetrics =
  (registry: Registry): RequestListener =>
  (_request, response) =>
    void registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );

export type Place = { readonly port: number; readonly host?: string; readonly connectionsMax?: number };

/** Opens a server, and fails if the port is taken: an unreachable process must not appear to run. */
export async function listen(
  listener: RequestListener,
  { port, host = '127.0.0.1', connectionsMax }: Place,
): Promise<Server> {
  const server = createServer(SERVER_LIMITS, listener);
  limitConnections(server, connectionsMax);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return server;
}

/** Resolves when the process must stop: what `untilStopped` waits for where there is no loop. */
export const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

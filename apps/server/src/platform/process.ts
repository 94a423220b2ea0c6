import { createServer, type RequestListener, type Server } from 'node:http';
import { type HealthCheck, readHealth } from './health.ts';

/** Answers `GET /health` with 200 or 503, the reasons, and what else the process says of itself; the rest is 404. */
export function answerHealth(
  checks: readonly HealthCheck[],
  describe: () => Readonly<Record<string, unknown>> = () => ({}),
): RequestListener {
  return (request, response) => {
    if (request.url !== '/health') return void response.writeHead(404).end();
    void readHealth(checks).then((health) => {
      response.writeHead(health.status === 'ok' ? 200 : 503, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ...health, ...describe() }));
    });
  };
}

export type Place = { readonly port: number; readonly host?: string };

/** Opens a server, and fails where the port is taken: a process that cannot be reached must not seem to run. */
export async function listen(listener: RequestListener, { port, host = '127.0.0.1' }: Place): Promise<Server> {
  const server = createServer(listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return server;
}

/** Resolves when the process is asked to stop: what `untilStopped` waits for where there is no loop. */
export const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

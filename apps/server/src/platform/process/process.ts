import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import { limitConnections, SERVER_LIMITS } from '../http/server-limits.ts';
import { type HealthCheck, readHealth } from './health.ts';

/**
 * Answers the probes of a load balancer on the port of the service: the status alone, because callers may be strangers.
 * `/health/live` says that the process runs, `/health/ready` and `/health` that it can do its work now.
 */
export function answerHealth(checks: readonly HealthCheck[]): RequestListener {
  return (request, response) => {
    const path = pathOf(request);
    if (path === '/health/live') return send(response, { status: 'ok' });
    if (path !== '/health' && path !== '/health/ready') return void response.writeHead(404).end();
    void readHealth(checks).then(({ status }) => send(response, { status }));
  };
}

type Description = Readonly<Record<string, unknown>>;

/** What a process shows to its operator. */
export type ProcessView = {
  /** What it needs to do its work now: it is ready while none has a reason. */
  readonly checks: readonly HealthCheck[];
  /** Problems that neither a restart nor another instance solves: they degrade `/health` and leave it ready. */
  readonly alarms?: readonly HealthCheck[];
  /** Further fields of `/health`. */
  readonly describe?: () => Description | Promise<Description>;
  readonly registry: Registry;
};

/**
 * Answers the operator: `/health/live` (the event loop runs), `/health/ready` (what it needs is there), `/health` (all
 * reasons and its description) and `/metrics`. The same for every process, on a port of its own.
 */
function answerOperator({ checks, alarms = [], describe = () => ({}), registry }: ProcessView): RequestListener {
  const answers: Readonly<Record<string, (response: ServerResponse) => Promise<void>>> = {
    '/health/live': async (response) => send(response, { status: 'ok' }),
    '/health/ready': async (response) => send(response, await readHealth(checks)),
    '/health': async (response) =>
      send(response, { ...(await readHealth([...checks, ...alarms])), ...(await describe()) }),
    '/metrics': async (response) => {
      const text = await registry.metrics();
      response.writeHead(200, { 'content-type': registry.contentType }).end(text);
    },
  };
  return (request, response) => {
    const answer = answers[pathOf(request)];
    if (answer === undefined) return void response.writeHead(404).end();
    // No failure to describe the process may end it.
    void answer(response).catch((error: unknown) => fail(response, error));
  };
}

const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?', 1)[0] ?? '';

function send(response: ServerResponse, health: { readonly status: 'ok' | 'degraded' }): void {
  response.writeHead(health.status === 'ok' ? 200 : 503, { 'content-type': 'application/json' });
  response.end(JSON.stringify(health));
}

function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return;
  response.writeHead(503, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ status: 'degraded', reasons: [String(error)] }));
}

/** Serves health and metrics of a process where HEALTH_HOST and HEALTH_PORT say. */
export const serveProcess = (
  view: ProcessView,
  { HEALTH_HOST: host, HEALTH_PORT: port }: { readonly HEALTH_HOST: string; readonly HEALTH_PORT: number },
): Promise<Server> => listen(answerOperator(view), { port, host });

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

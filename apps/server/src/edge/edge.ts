import { get, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import { type Duplex, pipeline } from 'node:stream';
import { refusalText } from '@app/i18n/server';
import { REFUSALS, type RefusalCode } from '@app/protocol';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { Counter, type Registry } from 'prom-client';
import { clientAddress, type TrustedProxies, trustProxies } from '../platform/http/client-address.ts';
import { answerProbes, measureHttp } from '../platform/http/metrics.ts';
import { languageOf } from '../platform/http/serve.ts';
import { limitConnections, REQUEST_MS_MAX, SERVER_LIMITS } from '../platform/http/server-limits.ts';
import { forwardedTraceparent, requestTraceId, traceRequests } from '../platform/http/trace-requests.ts';
import type { HealthCheck } from '../platform/process/health.ts';
import { createRegistry, gaugeFrom } from '../platform/process/metrics.ts';
import { answerHealth } from '../platform/process/process.ts';
import { type ForwardFailure, type Forwarding, forward } from './forward.ts';
import { openRequest } from './request.ts';
import { serveFolder } from './static.ts';
import { byAddress, inTurn, markDown, openUpstreams, type Upstream, type Upstreams } from './upstreams.ts';

export type EdgeOptions = {
  readonly webFolder: string;
  readonly adminFolder?: string;
  readonly apis: readonly string[];
  readonly gateways: readonly string[];
  /** Public URL of the app, if known: older browsers need its socket addresses listed in the content policy. */
  readonly publicUrl?: string;
  /** Proxies in front, by address or CIDR: they state the origin of a request. */
  readonly trustedProxies?: readonly string[];
  readonly connectionsMax?: number;
  readonly log: FastifyBaseLogger;
  readonly registry?: Registry;
};

export type Edge = { readonly app: FastifyInstance /** Whether it can serve. */; readonly check: HealthCheck };

/** Timeout: slightly longer than the API allows a request, and than a gateway holds a poll. */
const API_MS_MAX = 25_000;
const POLL_MS_MAX = 60_000;
const SOCKETS_PATH = '/socket.io/';

/** Creates one origin for one machine: the built app, the API and the sockets. Not needed behind a load balancer. */
export async function createEdge(options: EdgeOptions): Promise<Edge> {
  const { webFolder, adminFolder, apis, gateways, publicUrl, log, registry = createRegistry('edge') } = options;
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    genReqId: requestTraceId,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'trace' }),
    forceCloseConnections: true,
    requestTimeout: REQUEST_MS_MAX,
    http: SERVER_LIMITS,
    frameworkErrors: (_error, request, reply) => refuseAtEdge(request, reply, 'not_found'),
  });
  limitConnections(app.server as Server, options.connectionsMax);
  app.setErrorHandler((error, request, reply) => {
    const { statusCode = 500 } = error as { statusCode?: number };
    if (statusCode >= 500) request.log.error({ err: error }, 'edge.request_failed');
    refuseAtEdge(request, reply, statusCode >= 500 ? 'internal' : 'parameter_error');
  });
  app.setNotFoundHandler((request, reply) => refuseAtEdge(request, reply, 'not_found'));
  const isTrusted = trustProxies(options.trustedProxies ?? []);
  const toApi = openUpstreams(apis);
  const toGateway = openUpstreams(gateways);
  const check = checkUpstreams({ api: toApi, gateway: toGateway });
  answerProbes(app, answerHealth([check]));
  measureHttp(app, registry);
  const failures = new Counter({
    name: 'edge_forward_failures_total',
    help: 'Requests that no upstream answered: certainly unsent, or with an unknown outcome.',
    labelNames: ['failure'] as const,
    registers: [registry],
  });
  const onFailure: OnFailure = (failure) => failures.inc({ failure });
  traceRequests(app, () => false);
  app.get('/', (_request, reply) => reply.redirect('/h5/', 302));
  await serveFolder(app, '/h5/', { root: webFolder, publicUrl });
  if (adminFolder !== undefined) await serveFolder(app, '/admin/', { root: adminFolder, publicUrl });
  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, parsed) => parsed(null)); // Bodies pass through unread.
    scope.all('/api/*', (request, reply) =>
      pass(request, reply, { ...apiForwarding(toApi, request.raw, isTrusted), onFailure }),
    );
    scope.all(SOCKETS_PATH, (request, reply) =>
      pass(request, reply, { ...pollForwarding(toGateway, request.raw, isTrusted), onFailure }),
    );
    done();
  });
  const open = forwardUpgrades(app, toGateway, isTrusted);
  gaugeFrom(registry, { name: 'edge_sockets', help: 'Sockets it forwards.' }, () => [{ labels: {}, count: open.size }]);
  app.addHook('onClose', () => {
    for (const { agent } of [toApi, toGateway]) agent.destroy();
  });
  return { app, check };
}

/**
 * Configures forwarding to the API. Only a read that was certainly not sent is retried elsewhere; a command is retried
 * by its client, with its key.
 */
const apiForwarding = (upstreams: Upstreams, request: IncomingMessage, isTrusted: TrustedProxies): Forwarding => ({
  candidates: inTurn(upstreams),
  agent: upstreams.agent,
  client: clientAddress(request, isTrusted),
  mayMoveOn: request.method === 'GET' || request.method === 'HEAD',
  timeoutMs: API_MS_MAX,
  compresses: true,
});

function pollForwarding(upstreams: Upstreams, request: IncomingMessage, isTrusted: TrustedProxies): Forwarding {
  const client = clientAddress(request, isTrusted);
  const candidates = byAddress(upstreams, client);
  return { candidates, agent: upstreams.agent, client, mayMoveOn: true, timeoutMs: POLL_MS_MAX, compresses: false };
}

type OnFailure = (failure: ForwardFailure) => void;

async function pass(
  request: FastifyRequest,
  reply: FastifyReply,
  { onFailure, ...how }: Forwarding & { readonly onFailure: OnFailure },
): Promise<void> {
  reply.hijack();
  request.raw.headers.traceparent = forwardedTraceparent(request);
  const failure = await forward(request.raw, reply.raw, how);
  if (failure === undefined) return;
  onFailure(failure);
  request.log.warn({ failure, path: request.url.split('?')[0] }, 'edge.forward_failed');
  refuseAtEdge(request, reply, failure === 'unsent' ? 'engine_unavailable' : 'result_unknown');
}

/** Forwards upgrades, and returns the open sockets. A socket that continues a poll must reach its gateway; a new one may reach any. */
function forwardUpgrades(app: FastifyInstance, gateways: Upstreams, isTrusted: TrustedProxies): ReadonlySet<Duplex> {
  const open = new Set<Duplex>();
  app.server.on('upgrade', (request: IncomingMessage, client: Duplex) => {
    client.on('error', () => client.destroy());
    const query = socketQuery(request.url);
    if (query === undefined) return void client.destroy();
    open.add(client);
    client.once('close', () => open.delete(client));
    const address = clientAddress(request, isTrusted);
    const candidates = query.has('sid') ? byAddress(gateways, address) : inTurn(gateways);
    forwardUpgrade(request, client, { candidates, agent: gateways.agent, client: address }).catch((error: unknown) => {
      app.log.error({ err: error }, 'edge.upgrade_failed');
      client.destroy();
    });
  });
  app.addHook('preClose', () => {
    for (const client of open) client.destroy();
  });
  return open;
}

/**
 * Returns the query of a socket address, or undefined if the target is anything else; never throws, whatever was sent.
 */
function socketQuery(target = ''): URLSearchParams | undefined {
  const [path, query = ''] = target.split('?', 2);
  return path === SOCKETS_PATH ? new URLSearchParams(query) : undefined;
}

/** Sends a refusal of the edge itself, in the API's envelope. */
function refuseAtEdge(request: FastifyRequest, reply: FastifyReply, code: RefusalCode): void {
  if (reply.raw.destroyed || reply.raw.headersSent) return;
  const { status, type } = REFUSALS[code];
  const message = refusalText(languageOf(request), code);
  reply.hijack();
  reply.raw.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  reply.raw.end(JSON.stringify({ type, code: 0, message, error: code, trace: request.id }));
}

const ANSWER_MS_MAX = 1_000;
/** Cache lifetime: more frequent checks get the last result. */
const KEEP_MS = 1_000;

/** Checks the upstreams: the edge can serve while one process of each kind is healthy. */
function checkUpstreams(kinds: Readonly<Record<string, Upstreams>>): HealthCheck {
  let found: { readonly atMs: number; readonly reasons: Promise<readonly string[]> } | undefined;
  return async () => {
    const nowMs = performance.now();
    if (found === undefined || nowMs - found.atMs > KEEP_MS) found = { atMs: nowMs, reasons: findMissing(kinds) };
    return await found.reasons;
  };
}

async function findMissing(kinds: Readonly<Record<string, Upstreams>>): Promise<readonly string[]> {
  const reasons = Object.entries(kinds).map(async ([kind, { all }]) => {
    const answers = await Promise.all(all.map(isWell));
    return answers.some(Boolean) ? [] : [`${kind}: none of ${all.length} is well`];
  });
  return (await Promise.all(reasons)).flat();
}

const isWell = ({ url }: Upstream): Promise<boolean> =>
  new Promise((resolve) => {
    const request = get(new URL('/health/ready', url), { timeout: ANSWER_MS_MAX }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    request.once('timeout', () => request.destroy(new Error('no answer in time')));
    request.once('error', () => resolve(false));
  });

/** Pooled connections to the gateways, and the client's address. */
type Line = { readonly agent: Upstreams['agent']; readonly client: string };

/** Joins a client's socket with a gateway's; tries the next gateway only if nothing was sent. */
async function forwardUpgrade(
  incoming: IncomingMessage,
  client: Duplex,
  { candidates, ...how }: Line & { readonly candidates: readonly Upstream[] },
): Promise<void> {
  for (const upstream of candidates) {
    if (client.destroyed || (await upgradeTo(incoming, client, { upstream, ...how }))) return;
    markDown(upstream);
  }
  client.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n');
}

/**
 * Connects to one gateway. Returns whether it responded, with a socket or a refusal; false if it could not be reached
 * at all.
 */
function upgradeTo(
  incoming: IncomingMessage,
  client: Duplex,
  { upstream, ...how }: Line & { readonly upstream: Upstream },
): Promise<boolean> {
  return new Promise((resolve) => {
    const onConnected = () => attempt.outgoing.end();
    const attempt = openRequest(incoming, upstream, { ...how, onConnected });
    const { outgoing, wasConnected } = attempt;
    client.once('close', () => outgoing.destroy());
    outgoing.once('upgrade', (answer, gateway, head) => {
      client.write(headOf(answer));
      if (head.length > 0) client.write(head);
      join(client, gateway);
      resolve(true);
    });
    outgoing.once('response', (answer) => {
      client.write(headOf(answer, { connection: 'close' }));
      pipeline(answer, client, () => client.destroy());
      resolve(true);
    });
    outgoing.once('error', () => {
      if (wasConnected()) client.destroy();
      resolve(wasConnected());
    });
  });
}

function join(client: Duplex, gateway: Duplex): void {
  gateway.on('error', () => gateway.destroy());
  client.once('close', () => gateway.destroy());
  gateway.once('close', () => client.destroy());
  client.pipe(gateway).pipe(client);
}

/** Returns the head of the response as received: an upgrade's own headers must not be filtered. */
function headOf({ statusCode, statusMessage, headers }: IncomingMessage, changed: IncomingHttpHeaders = {}): string {
  const kept = Object.entries({ ...headers, ...changed }).filter(([name]) => name !== 'transfer-encoding');
  const lines = kept.flatMap(([name, value]) => [value ?? []].flat().map((each) => `${name}: ${each}`));
  return `${[`HTTP/1.1 ${statusCode} ${statusMessage}`, ...lines].join('\r\n')}\r\n\r\n`;
}

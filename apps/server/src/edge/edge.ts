import { createServer, get, type Server } from 'node:http';
import type { RefusalCode } from '@app/protocol';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Registry } from 'prom-client';
import { trustProxies } from '../platform/http/client-address.ts';
import { answerProbes, measureHttp } from '../platform/http/metrics.ts';
import { languageOf } from '../platform/http/serve.ts';
import { limitConnections, SERVER_LIMITS } from '../platform/http/server-limits.ts';
import { requestTraceId, traceRequests } from '../platform/http/trace-requests.ts';
import type { HealthCheck } from '../platform/process/health.ts';
import { createRegistry, gaugeFrom } from '../platform/process/metrics.ts';
import { answerHealth } from '../platform/process/process.ts';
import { createPass, type ForwardedRoute } from './pass.ts';
import { refuse } from './refuse.ts';
import { serveFolder } from './static.ts';
import { forwardUpgrades, SOCKETS_PATH } from './upgrade.ts';
import { closeUpstreams, openUpstreams, type Upstream, type Upstreams } from './upstreams.ts';

export type EdgeOptions = {
  readonly webFolder: string;
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
const KEEP_ALIVE_MS = 72_000;

/** Creates one origin for one machine: the built app, the API and the sockets. Not needed behind a load balancer. */
export async function createEdge(options: EdgeOptions): Promise<Edge> {
  const { webFolder, apis, gateways, publicUrl, log, registry = createRegistry('edge') } = options;
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    genReqId: requestTraceId,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'trace' }),
    forceCloseConnections: true,
    serverFactory: (serve) =>
      createServer({ ...SERVER_LIMITS, keepAliveTimeout: KEEP_ALIVE_MS }, (incoming, response) => {
        if (!pass(incoming, response)) serve(incoming, response);
      }),
    frameworkErrors: (_error, request, reply) => refuseAtEdge(request, reply, 'not_found'),
  });
  const server = app.server as Server;
  limitConnections(server, options.connectionsMax);
  app.setErrorHandler((error, request, reply) => {
    const { statusCode = 500 } = error as { statusCode?: number };
    if (statusCode >= 500) request.log.error({ err: error }, 'edge.request_failed');
    refuseAtEdge(request, reply, statusCode >= 500 ? 'internal' : 'parameter_error');
  });
  app.setNotFoundHandler((request, reply) => refuseAtEdge(request, reply, 'not_found'));
  const isTrusted = trustProxies(options.trustedProxies ?? []);
  const toApi = openUpstreams(apis, API_MS_MAX);
  const toGateway = openUpstreams(gateways, POLL_MS_MAX);
  const check = checkUpstreams({ api: toApi, gateway: toGateway });
  answerProbes(app, answerHealth([check]));
  measureHttp(app, registry);
  traceRequests(app, () => false);
  app.get('/', (_request, reply) => reply.redirect('/h5/', 302));
  await serveFolder(app, '/h5/', { root: webFolder, publicUrl });
  const pass = createPass({ routes: forwardedRoutes(toApi, toGateway), isTrusted, log, registry });
  const open = forwardUpgrades(server, { gateways: toGateway, isTrusted, log });
  gaugeFrom(registry, { name: 'edge_sockets', help: 'Sockets it forwards.' }, () => [{ labels: {}, count: open.size }]);
  app.addHook('preClose', () => {
    for (const client of open) client.destroy();
  });
  app.addHook('onClose', () => {
    for (const upstreams of [toApi, toGateway]) closeUpstreams(upstreams);
  });
  return { app, check };
}

const forwardedRoutes = (toApi: Upstreams, toGateway: Upstreams): readonly ForwardedRoute[] => [
  {
    name: '/api/*',
    upstreams: toApi,
    matches: (path) => path.startsWith('/api/'),
    isSticky: false,
    compresses: true,
  },
  {
    name: SOCKETS_PATH,
    upstreams: toGateway,
    matches: (path) => path === SOCKETS_PATH,
    isSticky: true,
    compresses: false,
  },
];

/** Sends a refusal of the edge itself to a request that is not forwarded. */
function refuseAtEdge(request: FastifyRequest, reply: FastifyReply, code: RefusalCode): void {
  reply.hijack();
  refuse(reply.raw, { code, language: languageOf(request), trace: request.id });
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

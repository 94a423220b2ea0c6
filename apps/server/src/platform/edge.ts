import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { clientAddress, type TrustedProxies, trustProxies } from './client-address.ts';
import { refuseAtEdge } from './edge-answer.ts';
import { type Forwarding, forward } from './edge-forward.ts';
import { checkUpstreams } from './edge-health.ts';
import { serveFolder } from './edge-static.ts';
import { forwardUpgrade } from './edge-upgrade.ts';
import { byAddress, inTurn, openUpstreams, type Upstreams } from './edge-upstreams.ts';
import { readHealth } from './health.ts';
import { limitConnections, REQUEST_MS_MAX, SERVER_LIMITS } from './server-limits.ts';

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
};

/** Timeout: slightly longer than the API allows a request, and than a gateway holds a poll. */
const API_MS_MAX = 25_000;
const POLL_MS_MAX = 60_000;
const SOCKETS_PATH = '/socket.io/';

/** Creates one origin for one machine: the built app, the API and the sockets. Not needed behind a load balancer. */
export async function createEdge(options: EdgeOptions): Promise<FastifyInstance> {
  const { webFolder, adminFolder, apis, gateways, publicUrl, log } = options;
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
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
  app.get('/health', async (_request, reply) => {
    const health = await readHealth([check]);
    return reply.code(health.status === 'ok' ? 200 : 503).send(health);
  });
  app.get('/', (_request, reply) => reply.redirect('/h5/', 302));
  await serveFolder(app, '/h5/', { root: webFolder, publicUrl });
  if (adminFolder !== undefined) await serveFolder(app, '/admin/', { root: adminFolder, publicUrl });
  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, parsed) => parsed(null)); // Bodies pass through unread.
    scope.all('/api/*', (request, reply) => pass(request, reply, apiForwarding(toApi, request.raw, isTrusted)));
    scope.all(SOCKETS_PATH, (request, reply) =>
      pass(request, reply, pollForwarding(toGateway, request.raw, isTrusted)),
    );
    done();
  });
  forwardUpgrades(app, toGateway, isTrusted);
  app.addHook('onClose', () => {
    for (const { agent } of [toApi, toGateway]) agent.destroy();
  });
  return app;
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

async function pass(request: FastifyRequest, reply: FastifyReply, how: Forwarding): Promise<void> {
  reply.hijack();
  const failure = await forward(request.raw, reply.raw, how);
  if (failure === undefined) return;
  request.log.warn({ failure, path: request.url.split('?')[0] }, 'edge.forward_failed');
  refuseAtEdge(request, reply, failure === 'unsent' ? 'engine_unavailable' : 'result_unknown');
}

/** Forwards upgrades. A socket that continues a poll must reach its gateway; a new one may reach any. */
function forwardUpgrades(app: FastifyInstance, gateways: Upstreams, isTrusted: TrustedProxies): void {
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
}

/**
 * Returns the query of a socket address, or undefined if the target is anything else; never throws, whatever was sent.
 */
function socketQuery(target = ''): URLSearchParams | undefined {
  const [path, query = ''] = target.split('?', 2);
  return path === SOCKETS_PATH ? new URLSearchParams(query) : undefined;
}

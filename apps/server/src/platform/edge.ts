import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { refusalText } from '@app/i18n/server';
import { REFUSALS, type RefusalCode } from '@app/protocol';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { type Forwarding, forward } from './edge-forward.ts';
import { addressOf } from './edge-request.ts';
import { serveFolder } from './edge-static.ts';
import { forwardUpgrade } from './edge-upgrade.ts';
import { byAddress, inTurn, openUpstreams, type Upstreams } from './edge-upstreams.ts';
import { languageOf } from './serve.ts';

export type EdgeOptions = {
  readonly webFolder: string;
  readonly adminFolder?: string;
  readonly apis: readonly string[];
  readonly gateways: readonly string[];
  readonly log: FastifyBaseLogger;
};

/** A little longer than the API gives a request, and than a gateway keeps a poll waiting. */
const API_MS_MAX = 25_000;
const POLL_MS_MAX = 60_000;

/** One origin for one machine: the built app, the API and the sockets. Behind a load balancer it is not needed. */
export async function createEdge({
  webFolder,
  adminFolder,
  apis,
  gateways,
  log,
}: EdgeOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  });
  const [toApi, toGateway] = [openUpstreams(apis), openUpstreams(gateways)];
  app.get('/health', () => ({ status: 'ok', reasons: [] }));
  app.get('/', (_request, reply) => reply.redirect('/h5/', 302));
  await serveFolder(app, '/h5/', webFolder);
  if (adminFolder !== undefined) await serveFolder(app, '/admin/', adminFolder);
  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, parsed) => parsed(null)); // Bodies pass through unread.
    scope.all('/api/*', (request, reply) => pass(request, reply, apiForwarding(toApi, request.method)));
    scope.all('/socket.io/', (request, reply) => pass(request, reply, pollForwarding(toGateway, request.raw)));
    done();
  });
  forwardUpgrades(app, toGateway);
  app.addHook('onClose', () => {
    for (const { agent } of [toApi, toGateway]) agent.destroy();
  });
  return app;
}

/** Only a read that was certainly not sent goes elsewhere by itself; a command's client decides with its key. */
const apiForwarding = (upstreams: Upstreams, method: string): Forwarding => ({
  candidates: inTurn(upstreams),
  agent: upstreams.agent,
  mayMoveOn: method === 'GET' || method === 'HEAD',
  timeoutMs: API_MS_MAX,
});

const pollForwarding = (upstreams: Upstreams, request: IncomingMessage): Forwarding => ({
  candidates: byAddress(upstreams, addressOf(request)),
  agent: upstreams.agent,
  mayMoveOn: true,
  timeoutMs: POLL_MS_MAX,
});

async function pass(request: FastifyRequest, reply: FastifyReply, how: Forwarding): Promise<void> {
  reply.hijack();
  const failure = await forward(request.raw, reply.raw, how);
  if (failure === undefined || reply.raw.destroyed) return;
  const code: RefusalCode = failure === 'unsent' ? 'engine_unavailable' : 'result_unknown';
  const { status, type } = REFUSALS[code];
  const trace = randomUUID();
  request.log.warn({ trace, failure, path: request.url.split('?')[0] }, 'a request could not be forwarded');
  const message = refusalText(languageOf(request), code);
  reply.raw.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  reply.raw.end(JSON.stringify({ type, code: 0, message, error: code, trace }));
}

/** A socket that continues a poll must meet its gateway; one that begins here may meet any. */
function forwardUpgrades(app: FastifyInstance, gateways: Upstreams): void {
  const open = new Set<Duplex>();
  app.server.on('upgrade', (request: IncomingMessage, client: Duplex) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://edge');
    if (pathname !== '/socket.io/') return client.destroy();
    open.add(client);
    client.once('close', () => open.delete(client));
    const candidates = searchParams.has('sid') ? byAddress(gateways, addressOf(request)) : inTurn(gateways);
    void forwardUpgrade(request, client, { candidates, agent: gateways.agent });
  });
  app.addHook('preClose', () => {
    for (const client of open) client.destroy();
  });
}

import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import helmet from '@fastify/helmet';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { refuseWith } from './accept.ts';
import { NO_PRODUCTS } from './admit.ts';
import type { CheckProduct, FindCaller, Http } from './caller.ts';
import { trustProxies } from './client-address.ts';
import { onError } from './on-error.ts';
import { limitConnections, REQUEST_MS_MAX, SERVER_LIMITS } from './server-limits.ts';

export type HttpOptions = {
  readonly log: FastifyBaseLogger;
  readonly findCaller: FindCaller;
  readonly checkProduct?: CheckProduct;
  /** Proxies in front, by address or CIDR: the last hop outside them is the client. */
  readonly trustedProxies?: readonly string[];
  readonly connectionsMax?: number;
};

const BODY_BYTES_MAX = 64 * 1024;

/**
 * Creates the base of every HTTP process: limits, headers, correlation ids, the envelope. Routes are added with
 * `serve`.
 */
export async function createHttp(options: HttpOptions): Promise<Http> {
  const { log, findCaller, checkProduct = NO_PRODUCTS, trustedProxies = [] } = options;
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    trustProxy: trustProxies(trustedProxies),
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_MS_MAX,
    http: SERVER_LIMITS,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { querystringParser: firstValues, maxParamLength: 100 },
  });
  limitConnections(app.server as Server, options.connectionsMax);
  await app.register(helmet, { contentSecurityPolicy: { directives: API_POLICY } });
  app.removeContentTypeParser(['text/plain']);
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, firstValues(String(body))),
  );
  app.addHook('onRequest', (request, reply, done) => {
    // Not awaited: a reply is thenable, and would wait for its own end.
    void reply.headers({ 'x-trace': request.id, 'cache-control': 'no-store' });
    done();
  });
  app.setErrorHandler(onError);
  app.setNotFoundHandler(() => refuseWith('not_found'));
  return { app, findCaller, checkProduct, bound: new Set() };
}

/** Content policy: an API serves nothing a browser could run. */
const API_POLICY = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] };

/**
 * Parses form fields. Repeated keys take the first value (decisions); a name that could reach a prototype is ignored.
 */
export function firstValues(text: string): Record<string, string> {
  const fields: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) fields[name] ??= value;
  return fields;
}

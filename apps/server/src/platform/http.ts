import { randomUUID } from 'node:crypto';
import helmet from '@fastify/helmet';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { refuseWith } from './accept.ts';
import { onError } from './on-error.ts';
import type { FindCaller, Http } from './serve.ts';

export type HttpOptions = {
  readonly log: FastifyBaseLogger;
  readonly findCaller: FindCaller;
  /** Whether a proxy of ours stands in front and its X-Forwarded-For may be believed. */
  readonly isBehindProxy: boolean;
};

const BODY_BYTES_MAX = 64 * 1024;
const REQUEST_MS_MAX = 20_000;

/** The frame of every HTTP process: limits, headers, correlation ids, the envelope. Routes come by `serve`. */
export async function createHttp({ log, findCaller, isBehindProxy }: HttpOptions): Promise<Http> {
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    trustProxy: isBehindProxy,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_MS_MAX,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { querystringParser: firstValues, maxParamLength: 100 },
  });
  await app.register(helmet, { contentSecurityPolicy: { directives: API_POLICY } });
  app.removeContentTypeParser(['text/plain']);
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, firstValues(String(body))),
  );
  app.addHook('onRequest', (request, reply, done) => {
    // Not awaited: a reply is thenable, and waits for its own end.
    void reply.headers({ 'x-trace': request.id, 'cache-control': 'no-store' });
    done();
  });
  app.setErrorHandler(onError);
  app.setNotFoundHandler(() => refuseWith('not_found'));
  return { app, findCaller, bound: new Set() };
}

/** An API serves nothing a browser could run. */
const API_POLICY = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] };

/** Repeated keys take the first value (decisions); a name that could reach a prototype is no field of ours. */
export function firstValues(text: string): Record<string, string> {
  const fields: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) fields[name] ??= value;
  return fields;
}

import type { Server } from 'node:http';
import { Refusal } from '@app/base';
import { refusalText } from '@app/i18n/server';
import { REFUSALS, type RefusalCode } from '@app/protocol';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { DatabaseError } from 'pg';
import { isIdleTimeout, ResultUnknown } from '../db/transact.ts';
import { refuseWith } from './accept.ts';
import { NO_PRODUCTS } from './admit.ts';
import type { CheckProduct, FindCaller, Http } from './caller.ts';
import { trustProxies } from './client-address.ts';
import { languageOf, Malformed } from './serve.ts';
import { limitConnections, REQUEST_MS_MAX, SERVER_LIMITS } from './server-limits.ts';
import { requestTraceId, traceRequests } from './trace-requests.ts';

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
export function createHttp(options: HttpOptions): Http {
  const { log, findCaller, checkProduct = NO_PRODUCTS, trustedProxies = [] } = options;
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    trustProxy: trustProxies(trustedProxies),
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_MS_MAX,
    http: SERVER_LIMITS,
    genReqId: requestTraceId,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (parent) => parent, // A logger for each request costs more than its rare lines are worth.
    routerOptions: { querystringParser: firstValues, maxParamLength: 100 },
    // What the router refuses meets no hook.
    frameworkErrors: (error, request, reply) => onError(error, request, withStrictHeaders(request, reply)),
  });
  limitConnections(app.server as Server, options.connectionsMax);
  traceRequests(app, trustProxies(trustedProxies));
  app.removeContentTypeParser(['text/plain']);
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, firstValues(String(body))),
  );
  app.decorateRequest('sender', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    // Not awaited: a reply is thenable, and would wait for its own end.
    void withStrictHeaders(request, reply);
    done();
  });
  app.setErrorHandler(onError);
  app.setNotFoundHandler(() => refuseWith('not_found'));
  return { app, findCaller, checkProduct, bound: new Set() };
}

/**
 * Headers of every answer: an API serves nothing that a browser could run, frame or keep. Written out, because they are
 * the same for every request.
 */
const STRICT_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
} as const;

const withStrictHeaders = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.headers(STRICT_HEADERS).header('x-trace', request.id);

/**
 * Parses form fields. Repeated keys take the first value (decisions); a name that could reach a prototype is ignored.
 */
export function firstValues(text: string): Record<string, string> {
  const fields: Record<string, string> = Object.create(null);
  if (text === '') return fields;
  for (const [name, value] of new URLSearchParams(text)) fields[name] ??= value;
  return fields;
}

type Answer = { code: RefusalCode; params?: Readonly<Record<string, string>>; fields?: readonly string[] };

const isCode = (code: string): code is RefusalCode => code in REFUSALS;

/** Handles every error of the server. A refusal is an answer; anything else is our bug and exposes only its trace. */
function onError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { code, ...rest } = answerTo(error);
  if (code === 'internal' || code === 'result_unknown')
    request.log.error({ err: error, trace: request.id }, 'http.request_failed');
  const { type, status } = REFUSALS[code];
  if (code === 'too_many_requests') void reply.header('retry-after', rest.params?.seconds ?? '1');
  const message = refusalText(languageOf(request), code, rest.params);
  return reply.code(status).send({ type, code: 0, message, error: code, ...rest, trace: request.id });
}

function answerTo(error: unknown): Answer {
  if (error instanceof Refusal && isCode(error.code)) {
    return Object.keys(error.params).length > 0 ? { code: error.code, params: error.params } : { code: error.code };
  }
  if (error instanceof Malformed) return { code: error.code, fields: error.fields };
  if (error instanceof ResultUnknown) return { code: 'result_unknown' };
  if (isIdleTimeout(error)) return { code: 'account_busy' };
  if (error instanceof DatabaseError) return { code: databaseAnswer(error) };
  return { code: transportAnswer(error) };
}

const LOCK_NOT_AVAILABLE = '55P03';
const QUERY_CANCELED = '57014';

/** Maps a database error. The server rolled back, so certainly nothing was done; the same request may be sent again. */
function databaseAnswer({ code = '' }: DatabaseError): RefusalCode {
  if (code === LOCK_NOT_AVAILABLE || code === QUERY_CANCELED) return 'account_busy';
  return code.startsWith('57P') || code.startsWith('53') || code.startsWith('08') ? 'engine_unavailable' : 'internal';
}

/** Maps a transport error: the database or the bus could not be reached, or the request was not a valid one. */
function transportAnswer(error: unknown): RefusalCode {
  const {
    code = '',
    statusCode = 500,
    message = '',
  } = error as { code?: string; statusCode?: number; message?: string };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'body_too_large';
  if (statusCode === 404) return 'not_found';
  if (statusCode >= 400 && statusCode < 500) return 'parameter_error';
  const isLost =
    /ECONN|EPIPE|ETIMEDOUT/.test(code) || /Connection terminated|timeout exceeded when trying to connect/.test(message);
  return isLost ? 'engine_unavailable' : 'internal';
}

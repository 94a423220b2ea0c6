import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { parseTraceparent, type TraceContext } from '@app/base';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inTrace, type Span, startRequestSpan } from '../process/trace.ts';
import type { TrustedProxies } from './client-address.ts';

const headerOf = ({ headers }: IncomingMessage): TraceContext | undefined => {
  const { traceparent } = headers;
  return typeof traceparent === 'string' ? parseTraceparent(traceparent) : undefined;
};

/** Makes a trace id: a UUID without dashes, because Node draws the randomness of many UUIDs at once. */
export const newTraceId = (): string => randomUUID().replaceAll('-', '');

/** Returns the trace id of a request: the caller's, or a new one. It is also the id of the request in logs and answers. */
export const requestTraceId = (request: IncomingMessage): string => headerOf(request)?.traceId ?? newTraceId();

const spans = new WeakMap<FastifyRequest, Span>();

/** Records a span of each sampled request. Only a trusted peer, one of our own processes, has decided that already. */
export function traceRequests(app: FastifyInstance, isTrusted: TrustedProxies): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const span = startRequestSpan(() => ({
      name: `${request.method} ${request.routeOptions.url ?? 'unknown'}`,
      traceId: request.id,
      header: headerOf(request.raw),
      isTrusted: isTrusted(request.raw.socket.remoteAddress),
    }));
    if (span !== undefined) spans.set(request, span);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    if (span !== undefined) {
      span.set('http.response.status_code', reply.statusCode);
      span.end(reply.statusCode >= 500 ? new Error('answer') : undefined);
    }
    done();
  });
}

/** Runs the work of a request as part of its trace. */
export const inTraceOf = <Value>(request: FastifyRequest, work: () => Value): Value =>
  inTrace(request.id, spans.get(request), work);

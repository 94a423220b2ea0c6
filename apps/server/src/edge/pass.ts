import type { IncomingMessage, ServerResponse } from 'node:http';
import { formatTraceparent, parseTraceparent } from '@app/base';
import type { FastifyBaseLogger } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';
import { clientAddress, type TrustedProxies } from '../platform/http/client-address.ts';
import { newTraceId } from '../platform/http/trace-requests.ts';
import { type Span, startRequestSpan } from '../platform/process/trace.ts';
import { type Forwarding, forward } from './forward.ts';
import { refuse } from './refuse.ts';
import { byAddress, inTurn, type Upstreams } from './upstreams.ts';

/** Paths that are forwarded to processes of one kind. */
export type ForwardedRoute = {
  /** Its name in metrics and spans. */
  readonly name: string;
  readonly upstreams: Upstreams;
  /** Whether the path of a request, without its query, is one of them. */
  matches(path: string): boolean;
  /** Whether calls of one client must reach the same process. */
  readonly isSticky: boolean;
  readonly compresses: boolean;
};

export type PassOptions = {
  readonly routes: readonly ForwardedRoute[];
  readonly isTrusted: TrustedProxies;
  readonly log: FastifyBaseLogger;
  readonly registry: Registry;
};

const METHODS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Creates what forwards a request, and returns whether it did: other requests are the application's. It runs before the
 * application, whose routing, hooks and log of each request cost more than the forwarding itself.
 */
export function createPass(options: PassOptions): (incoming: IncomingMessage, response: ServerResponse) => boolean {
  const { routes, isTrusted, log } = options;
  const observe = measureForwarded(options.registry);
  return (incoming, response) => {
    const url = pathForm(incoming.url ?? '');
    incoming.url = url;
    const { method } = incoming;
    const query = url.indexOf('?');
    const path = query === -1 ? url : url.slice(0, query);
    const route = routes.find(({ matches }) => matches(path));
    if (route === undefined || !METHODS.has(method) || !isReadable(path)) return false;
    const startedMs = performance.now();
    const trace = traceOf(incoming, route.name);
    response.once('close', () => {
      observe.duration({ method: method ?? '', route: route.name, status: response.statusCode }, startedMs);
      endSpan(trace.span, response.statusCode);
    });
    const fail = (code: 'engine_unavailable' | 'result_unknown' | 'internal') =>
      refuse(response, { code, language: languageIn(url.slice(path.length)), trace: trace.id });
    forward(incoming, response, forwardingOf(incoming, route, { isTrusted, traceparent: trace.parent })).then(
      (failure) => {
        if (failure === undefined) return;
        const { outcome, cause } = failure;
        observe.failure(outcome);
        log.warn(
          { failure: outcome, path, trace: trace.id, ...(cause !== undefined && { err: cause }) },
          'edge.forward_failed',
        );
        fail(outcome === 'unsent' ? 'engine_unavailable' : 'result_unknown');
      },
      (error: unknown) => {
        log.error({ err: error, trace: trace.id }, 'edge.request_failed');
        fail('internal');
      },
    );
    return true;
  };
}

const ORIGIN = /^https?:\/\/[^/?#]+/i;

/** Strips the origin of a target that is a whole address, which every server must accept. */
function pathForm(target: string): string {
  if (target.startsWith('/')) return target;
  const path = target.replace(ORIGIN, '');
  return path === '' || path.startsWith('?') ? `/${path}` : path;
}

/**
 * Configures forwarding. Of API calls only a read that was certainly not sent is retried elsewhere; a command is retried
 * by its client, with its key. A poll may be sent to another gateway.
 */
function forwardingOf(
  incoming: IncomingMessage,
  { upstreams, isSticky, compresses }: ForwardedRoute,
  { isTrusted, traceparent }: { isTrusted: TrustedProxies; traceparent: string },
): Forwarding {
  const client = clientAddress(incoming, isTrusted);
  return {
    upstreams,
    candidates: isSticky ? byAddress(upstreams, client) : inTurn(upstreams),
    mayMoveOn: isSticky || incoming.method === 'GET' || incoming.method === 'HEAD',
    client,
    traceparent,
    compresses,
  };
}

/** Whether a path can be decoded; one that cannot is not found, as in the application. */
function isReadable(path: string): boolean {
  if (!path.includes('%')) return true;
  try {
    return decodeURI(path) !== '';
  } catch {
    return false;
  }
}

const languageIn = (query: string): string => new URLSearchParams(query).get('lang') ?? 'en';

type Trace = { readonly id: string; readonly parent: string; readonly span: Span | undefined };

/** Continues the caller's trace or begins one. A stranger's claim that the trace is recorded is not passed on. */
function traceOf(incoming: IncomingMessage, route: string): Trace {
  const { traceparent } = incoming.headers;
  const header = typeof traceparent === 'string' ? parseTraceparent(traceparent) : undefined;
  const traceId = header?.traceId ?? newTraceId();
  const span = startRequestSpan(() => ({ name: `${incoming.method} ${route}`, traceId, header, isTrusted: false }));
  const own = () =>
    formatTraceparent({ traceId, spanId: header?.spanId ?? newTraceId().slice(0, SPAN_DIGITS), isSampled: false });
  return { id: traceId, parent: span?.traceparent ?? own(), span };
}

const SPAN_DIGITS = 16;

function endSpan(span: Span | undefined, status: number): void {
  span?.set('http.response.status_code', status);
  span?.end(status >= 500 ? new Error('answer') : undefined);
}

type Labels = { readonly method: string; readonly route: string; readonly status: number };

/** Counts forwarded requests in the same figures as those of the application. */
function measureForwarded(registry: Registry) {
  const seconds = registry.getSingleMetric('http_request_duration_seconds');
  const failures = new Counter({
    name: 'edge_forward_failures_total',
    help: 'Requests that no upstream answered: certainly unsent, or with an unknown outcome.',
    labelNames: ['failure'] as const,
    registers: [registry],
  });
  return {
    duration: (labels: Labels, startedMs: number) => {
      if (seconds instanceof Histogram) seconds.observe(labels, (performance.now() - startedMs) / 1_000);
    },
    failure: (failure: 'unsent' | 'unknown') => failures.inc({ failure }),
  };
}

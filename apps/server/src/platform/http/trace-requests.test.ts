import { parseTraceparent } from '@app/base';
import fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { recordSpans, SAMPLED } from '../../../test/recorded-spans.ts';
import { currentTraceId, currentTraceparent } from '../process/trace.ts';
import { trustProxies } from './client-address.ts';
import { inTraceOf, requestTraceId, traceRequests } from './trace-requests.ts';

const UNSAMPLED = SAMPLED.replace(/01$/, '00');
const TRACE_ID = parseTraceparent(SAMPLED)?.traceId;

/** An application that answers what it knows of its trace. */
function openApp(trusted: readonly string[] = []): FastifyInstance {
  const app: FastifyInstance = fastify({ genReqId: requestTraceId });
  traceRequests(app, trustProxies(trusted));
  app.get('/thing/:id', (request) =>
    inTraceOf(request, () => ({
      id: request.id,
      inside: currentTraceId(),
      sampled: currentTraceparent(),
    })),
  );
  return app;
}

const ask = async (app: FastifyInstance, traceparent?: string) =>
  (await app.inject({ url: '/thing/7', headers: traceparent === undefined ? {} : { traceparent } })).json();

describe('a request without tracing', () => {
  it('given a trace context, then its id is the id of the request, and a claim to be recorded counts for nothing', async () => {
    expect(await ask(openApp(), SAMPLED)).toEqual({ id: TRACE_ID, inside: TRACE_ID });
  });

  it.each([undefined, 'nonsense', SAMPLED.toUpperCase()])('given %s, then it gets an id of its own', async (header) => {
    const { id } = await ask(openApp(), header);
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(id).not.toBe(TRACE_ID);
  });
});

describe('a request with tracing', () => {
  it('given a stranger claims to be recorded, then the server’s own ratio decides', async () => {
    const { started } = recordSpans(() => false);
    expect(await ask(openApp(), SAMPLED)).toEqual({ id: TRACE_ID, inside: TRACE_ID });
    expect(started).toEqual([]);
  });

  it('given it is recorded, then its span names the route, never the path, and continues the caller’s trace', async () => {
    const { started } = recordSpans();
    const { sampled } = await ask(openApp(), UNSAMPLED);
    expect(started).toHaveLength(1);
    const [span] = started;
    expect(span).toMatchObject({ name: 'GET /thing/:id', parent: parseTraceparent(UNSAMPLED), isEnded: true });
    expect(span?.attributes).toEqual({ 'http.response.status_code': 200 });
    expect(sampled).toBe(span?.traceparent);
  });

  it('given one of our own processes has decided, then that counts, whatever the ratio', async () => {
    const { started } = recordSpans(() => false);
    await ask(openApp(['127.0.0.1']), SAMPLED);
    expect(started).toHaveLength(1);
    const { started: unsampled } = recordSpans(() => true);
    expect((await ask(openApp(['127.0.0.1']), UNSAMPLED)).sampled).toBeUndefined();
    expect(unsampled).toEqual([]);
  });

  it('given no context, then the trace begins here, with the id of the request', async () => {
    const { started } = recordSpans();
    const { id } = await ask(openApp());
    expect(started[0]?.parent).toEqual({ traceId: id });
  });
});

import type { RequestListener } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Histogram, type Registry } from 'prom-client';
import { replays } from '../db/idempotency.ts';
import { countFrom } from '../process/metrics.ts';

/** Exposes the duration of each route, by response. Never the caller, and never a path that a caller chose. */
export function measureHttp(app: FastifyInstance, registry: Registry): void {
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    seconds.observe(
      { method, route: routeOptions.url ?? 'unknown', status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    done();
  });
}

/** Exposes how often a caller repeated a request that had already taken effect. */
export function measureReplays(registry: Registry): void {
  const about = { name: 'idempotency_replays_total', help: 'Requests answered with the recorded answer.' };
  countFrom(registry, about, () => [{ labels: {}, count: replays.count }]);
}

/** Lets a load balancer probe an application on its own port. */
export function answerProbes(app: FastifyInstance, answer: RequestListener): void {
  for (const path of ['/health', '/health/live', '/health/ready']) {
    app.get(path, (request, reply) => {
      reply.hijack();
      reply.raw.setHeaders(new Map(Object.entries(reply.getHeaders()) as [string, string][])); // Ours are all text.
      answer(request.raw, reply.raw);
    });
  }
}

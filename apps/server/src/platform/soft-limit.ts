import type { FastifyInstance } from 'fastify';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { refuseWith } from './accept.ts';
import type { Cache } from './cache.ts';

export type SoftLimit = { readonly requests: number; readonly seconds: number };

/**
 * Slows a single address down, in Redis and, while that is away, in this process. It protects the machine; what protects
 * people (codes, passwords) is counted in PostgreSQL, because this may forget everything at any moment.
 */
export function limitSoftly(app: FastifyInstance, cache: Cache, { requests, seconds }: SoftLimit): void {
  const window = { points: requests, duration: seconds };
  const limiter = new RateLimiterRedis({
    storeClient: cache,
    keyPrefix: 'soft',
    ...window,
    insuranceLimiter: new RateLimiterMemory(window),
  });
  app.addHook('onRequest', async (request) => {
    if (!request.url.startsWith('/api/')) return;
    await limiter.consume(request.ip).catch((reason: unknown) => {
      if (!(reason instanceof RateLimiterRes)) throw reason;
      refuseWith('too_many_requests', { seconds: String(Math.ceil(reason.msBeforeNext / 1000)) });
    });
  });
}

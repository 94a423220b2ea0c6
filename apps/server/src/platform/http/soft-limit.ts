import { addressKey } from '@app/base';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Cache } from '../bus/cache.ts';
import { refuseWith } from './accept.ts';

export type SoftLimit = {
  /** Limit of one IPv4 address, or of one IPv6 /64. */
  readonly requestsPerAddress: number;
  readonly requestsPerUser: number;
  readonly seconds: number;
};

/** Counts one request of a user; refuses it above the limit. */
export type LimitUser = (userId: bigint, reply: FastifyReply) => Promise<void>;

/**
 * Limits the rate of one address and one user, in Redis and, while that is unavailable, in this process. It protects
 * the machine; limits that protect users (codes, passwords) are counted in PostgreSQL, because this one may lose
 * everything at any time.
 */
export function limitSoftly(app: FastifyInstance, cache: Cache, limit: SoftLimit): LimitUser {
  const byAddress = openLimiter(cache, { name: 'address', requests: limit.requestsPerAddress, seconds: limit.seconds });
  const byUser = openLimiter(cache, { name: 'user', requests: limit.requestsPerUser, seconds: limit.seconds });
  app.addHook('onRequest', async (request, reply) => {
    // A client that has disconnected has no address any more.
    if (request.url.startsWith('/api/')) await byAddress(addressKey(request.ip ?? ''), reply);
  });
  return (userId, reply) => byUser(String(userId), reply);
}

type Policy = { readonly name: string; readonly requests: number; readonly seconds: number };

function openLimiter(cache: Cache, { name, requests, seconds }: Policy) {
  const window = { points: requests, duration: seconds };
  const limiter = new RateLimiterRedis({
    storeClient: cache,
    keyPrefix: `soft:${name}`,
    ...window,
    insuranceLimiter: new RateLimiterMemory(window),
  });
  return async (key: string, reply: FastifyReply): Promise<void> => {
    const counted = await limiter.consume(key).catch((reason: unknown) => {
      if (reason instanceof RateLimiterRes) return reason;
      throw reason;
    });
    const resetSeconds = Math.ceil(counted.msBeforeNext / 1000);
    // Headers of draft-ietf-httpapi-ratelimit-headers; of two limits the later one, the user's, is shown.
    void reply.header('ratelimit-policy', `"${name}";q=${requests};w=${seconds}`);
    void reply.header('ratelimit', `"${name}";r=${Math.max(0, counted.remainingPoints)};t=${resetSeconds}`);
    if (counted.consumedPoints > requests) refuseWith('too_many_requests', { seconds: String(resetSeconds) });
  };
}

import { addressKey } from '@app/base';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { refuseWith } from './accept.ts';
import type { Cache } from './cache.ts';

export type SoftLimit = {
  /** Of one IPv4 address, or of one IPv6 /64. */
  readonly requestsPerAddress: number;
  readonly requestsPerUser: number;
  readonly seconds: number;
};

/** Counts one request of a user; refuses it where there were too many. */
export type LimitUser = (userId: bigint, reply: FastifyReply) => Promise<void>;

/**
 * Slows down one address and one user, in Redis and, while that is away, in this process. It protects the machine; what
 * protects people (codes, passwords) is counted in PostgreSQL, because this may forget everything at any moment.
 */
export function limitSoftly(app: FastifyInstance, cache: Cache, limit: SoftLimit): LimitUser {
  const byAddress = openLimiter(cache, { name: 'address', requests: limit.requestsPerAddress, seconds: limit.seconds });
  const byUser = openLimiter(cache, { name: 'user', requests: limit.requestsPerUser, seconds: limit.seconds });
  app.addHook('onRequest', async (request, reply) => {
    // A client that is gone already has no address any more.
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
    // The fields of draft-ietf-httpapi-ratelimit-headers; of two limits the later one, the user's, is shown.
    void reply.header('ratelimit-policy', `"${name}";q=${requests};w=${seconds}`);
    void reply.header('ratelimit', `"${name}";r=${Math.max(0, counted.remainingPoints)};t=${resetSeconds}`);
    if (counted.consumedPoints > requests) refuseWith('too_many_requests', { seconds: String(resetSeconds) });
  };
}

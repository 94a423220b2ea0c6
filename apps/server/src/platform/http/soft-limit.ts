import { addressKey } from '@app/base';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Cache } from '../bus/cache.ts';
import { refuseWith } from './accept.ts';
import { senderOf } from './caller.ts';

export type SoftLimit = {
  /** Limit of one IPv4 address, or of one IPv6 /64. */
  readonly requestsPerAddress: number;
  readonly requestsPerUser: number;
  readonly seconds: number;
};

/** Counts one request of a user; refuses it above the limit. It is waited for only where Redis is asked. */
export type LimitUser = (userId: bigint, reply: FastifyReply) => Promise<void> | undefined;

/**
 * Limits the rate of one address and one user. A process takes a twentieth of a limit at a time from the count in Redis
 * and spends it without asking; the first one of a window it counts only when it takes the second, so that a client who
 * sends little costs Redis nothing. While Redis is unavailable it counts alone. It protects the machine; limits that
 * protect users (codes, passwords) are counted in PostgreSQL, because this one may lose everything at any time.
 */
export function limitSoftly(app: FastifyInstance, cache: Cache, limit: SoftLimit): LimitUser {
  const byAddress = openLimiter(cache, { name: 'address', requests: limit.requestsPerAddress, seconds: limit.seconds });
  const byUser = openLimiter(cache, { name: 'user', requests: limit.requestsPerUser, seconds: limit.seconds });
  app.addHook('onRequest', (request, reply, done) => {
    const isLimited = request.url.startsWith('/api/');
    const limiting = isLimited ? byAddress(addressKey(senderOf(request).ip), reply) : undefined;
    if (limiting === undefined) done();
    else limiting.then(() => done(), done);
  });
  return (userId, reply) => byUser(String(userId), reply);
}

type Policy = { readonly name: string; readonly requests: number; readonly seconds: number };

/** Part of a limit that a process takes from the shared count at once; the rest of it may be refused that much too early. */
const SHARE = 20;
const KEYS_MAX = 100_000;

/** What a process has taken for a key and not used yet, until the window ends. */
type Taken = {
  left: number;
  readonly untilMs: number;
  readonly remaining: number;
  readonly isRefused: boolean;
  /** Requests that Redis has not counted yet. */
  readonly uncounted: number;
};

function openLimiter(cache: Cache, { name, requests, seconds }: Policy) {
  const window = { points: requests, duration: seconds };
  const limiter = new RateLimiterRedis({
    storeClient: cache,
    keyPrefix: `soft:${name}`,
    ...window,
    insuranceLimiter: new RateLimiterMemory(window),
  });
  const batch = Math.max(1, Math.floor(requests / SHARE));
  const policy = `"${name}";q=${requests};w=${seconds}`;
  const takenOf = new Map<string, Taken>();
  /** Until then Redis is asked first: a key that is not known may be one that was forgotten. */
  let countsAllUntilMs = 0;
  const keep = (key: string, taken: Taken): Taken => {
    if (takenOf.size >= KEYS_MAX) {
      takenOf.clear();
      countsAllUntilMs = performance.now() + seconds * 1_000;
    }
    takenOf.set(key, taken);
    return taken;
  };
  const take = async (key: string): Promise<Taken> => {
    const points = batch + (takenOf.get(key)?.uncounted ?? 0);
    const counted = await limiter.consume(key, points).catch((reason: unknown) => {
      if (reason instanceof RateLimiterRes) return reason;
      throw reason;
    });
    return keep(key, {
      left: batch,
      untilMs: performance.now() + counted.msBeforeNext,
      remaining: Math.max(0, counted.remainingPoints),
      isRefused: counted.consumedPoints > requests,
      uncounted: 0,
    });
  };
  /** One batch at a time for a key: requests that arrive together share it. */
  const taking = new Map<string, Promise<Taken>>();
  const takeOnce = (key: string): Promise<Taken> => {
    const running = taking.get(key);
    if (running !== undefined) return running;
    const started = take(key).finally(() => taking.delete(key));
    taking.set(key, started);
    return started;
  };
  const usable = (key: string, nowMs: number): Taken | undefined => {
    const known = takenOf.get(key);
    if (known === undefined || nowMs >= known.untilMs) {
      if (taking.has(key) || nowMs < countsAllUntilMs) return undefined;
      const untilMs = nowMs + seconds * 1_000;
      return keep(key, { left: batch, untilMs, remaining: requests - batch, isRefused: false, uncounted: batch });
    }
    return known.isRefused || known.left > 0 ? known : undefined;
  };
  const spend = (taken: Taken, nowMs: number, reply: FastifyReply) => {
    taken.left -= 1;
    // In whole milliseconds first: a difference of fractions may be a trifle above 30 s, which would become 31.
    const resetSeconds = Math.ceil(Math.round(taken.untilMs - nowMs) / 1000);
    const left = taken.isRefused ? 0 : taken.remaining + Math.max(0, taken.left);
    // Headers of draft-ietf-httpapi-ratelimit-headers; of two limits the later one, the user's, is shown.
    void reply.header('ratelimit-policy', policy).header('ratelimit', `"${name}";r=${left};t=${resetSeconds}`);
    if (taken.isRefused) refuseWith('too_many_requests', { seconds: String(resetSeconds) });
  };
  const waitAndSpend = async (key: string, reply: FastifyReply): Promise<void> => {
    let taken: Taken | undefined;
    while (taken === undefined) {
      const batch = await takeOnce(key);
      taken = usable(key, performance.now()) ?? (batch.left > 0 ? batch : undefined); // Those who waited longer may have spent it.
    }
    spend(taken, performance.now(), reply);
  };
  return (key: string, reply: FastifyReply): Promise<void> | undefined => {
    const nowMs = performance.now();
    const taken = usable(key, nowMs);
    if (taken === undefined) return waitAndSpend(key, reply);
    spend(taken, nowMs, reply);
    return undefined;
  };
}

import { Redis } from 'ioredis';
import type { Log } from '../process/log.ts';

/** Caches and soft limits. Losing it costs time, never money or rights; it responds quickly or not at all. */
export type Cache = Redis;

export function openCache(url: string, log: Log): Cache {
  const cache = new Redis(url, {
    commandTimeout: 300,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  });
  cache.on('error', (error: Error) => log.debug({ error: error.message }, 'cache.unreachable'));
  return cache;
}

import { showsAs } from '@app/domain/market';

export type Freshness = 'fresh' | 'late' | 'stale';

/** Freshness by age, with the same thresholds as prices: one table defines when a figure is stale. */
const WORDS = { live: 'fresh', amber: 'late', dimmed: 'stale' } as const;

/** Returns the freshness by the time of the last message: a socket can be open while its data is stale. */
export function freshnessOf(receivedAt: number, now: number): Freshness {
  return WORDS[showsAs(now - receivedAt)];
}

import { showsAs } from '@app/domain/market';

export type Freshness = 'fresh' | 'late' | 'stale';

/** The same ages as a price's: one table says when a figure is no longer alive. */
const WORDS = { live: 'fresh', amber: 'late', dimmed: 'stale' } as const;

/** A socket can be open while data is dead: what counts is when something was last heard. */
export function freshnessOf(receivedAt: number, now: number): Freshness {
  return WORDS[showsAs(now - receivedAt)];
}

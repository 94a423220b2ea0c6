import type { Market } from '@app/domain/market';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Lease } from '../../../platform/db/lease.ts';
import type { KeyRing } from '../../../platform/process/key-ring.ts';
import type { Log } from '../../../platform/process/log.ts';
import type { Chain, EvidenceSource, PriceSigner, SealedBlock } from '../block/index.ts';
import type { PriceSource } from '../source/index.ts';
import type { FeedRules } from './feed-rules.ts';
import { createLatestQuotes, type LatestQuotes } from './latest-quotes.ts';
import type { Jumps, Recents } from './make-ticks.ts';

/** The state from which the next block is sealed, and its signer. */
export type Ready = { readonly chain: Chain; readonly signer: PriceSigner };

/**
 * One period of leadership. Until it is ready, state must be read from the table: what this process has in memory is
 * not valid.
 */
export type FeedLeadership = {
  readonly lease: Lease;
  /** By this process's own clock. */
  readonly sinceMs: number;
  ready: Ready | undefined;
};

export type FeedDeps = {
  /** The one connection that writes blocks: a successor terminates its backend. */
  readonly db: Db;
  /** Connection for slow work: sealing never waits for it. */
  readonly readPool: Db;
  readonly bus: Bus;
  readonly log: Log;
  readonly keys: KeyRing;
  readonly sources: readonly PriceSource[];
  /** What blocks seal besides prices. */
  readonly evidence: EvidenceSource;
  readonly markets: readonly Market[];
  /** Override for deployments that need fewer ticks than the setting. */
  readonly tickEveryMs?: number | undefined;
  /** Override for test stacks, whose receipts are soon under a published head. */
  readonly headEveryMs?: number | undefined;
};

/** One process that makes prices, or waits to: its dependencies and its state. */
export type Feed = FeedDeps & {
  readonly latest: LatestQuotes;
  /** Called with every block this process sealed, once it is stored. */
  readonly onBlock: (block: SealedBlock) => void;
  rules: FeedRules;
  jumps: Jumps;
  recents: Recents;
  leadership: FeedLeadership | undefined;
  /** Error of the last round, and the number of consecutive failures. */
  problem: string | undefined;
  failures: number;
  /** Sources whose last read failed. */
  readonly failing: Set<PriceSource>;
  /** Counters of this process alone; the last time by the database's clock and by its own. */
  sealed: { blocks: number; ticks: number; lastAtMs: number | undefined; lastHereMs: number | undefined };
};

export const openFeed = (deps: FeedDeps, rules: FeedRules, onBlock: Feed['onBlock']): Feed => ({
  ...deps,
  onBlock,
  rules,
  latest: createLatestQuotes(),
  jumps: new Map(),
  recents: new Map(),
  leadership: undefined,
  problem: undefined,
  failures: 0,
  failing: new Set(),
  sealed: { blocks: 0, ticks: 0, lastAtMs: undefined, lastHereMs: undefined },
});

/**
 * Reads quotes from every source; they are validated only when a price is computed. A failing source counts as silent.
 */
export function listen(feed: Feed, nowMs: number): void {
  const clock = { nowMs, aheadMs: feed.rules.index.sourceAheadMs };
  for (const source of feed.sources) {
    try {
      feed.latest.record(source.take(nowMs), clock);
      feed.failing.delete(source);
    } catch (error) {
      if (!feed.failing.has(source)) feed.log.error({ err: error }, 'feed.source_failed');
      feed.failing.add(source);
    }
  }
}

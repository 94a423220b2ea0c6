import type { Market } from '@app/domain/market';
import type { Bus } from '../../../platform/bus.ts';
import type { Db } from '../../../platform/database.ts';
import type { KeyRing } from '../../../platform/key-ring.ts';
import type { Lease } from '../../../platform/lease.ts';
import type { Log } from '../../../platform/log.ts';
import type { Chain, PriceSigner, SealedBlock } from '../block/index.ts';
import type { PriceSource } from '../source/index.ts';
import type { FeedRules } from './feed-rules.ts';
import { createLatestQuotes, type LatestQuotes } from './latest-quotes.ts';
import type { Jumps, Recents } from './make-ticks.ts';

/** What the next block goes on from, and who signs it. */
export type Ready = { readonly chain: Chain; readonly signer: PriceSigner };

/** A time of ownership. Until it is ready the table must be read: what this process remembers is worth nothing. */
type Term = {
  readonly lease: Lease;
  /** By this process's own clock. */
  readonly sinceMs: number;
  ready: Ready | undefined;
};

export type FeedDeps = {
  /** The one connection blocks are written through: its backend is what a successor ends. */
  readonly db: Db;
  /** For all that may take its time: sealing never waits for it. */
  readonly side: Db;
  readonly bus: Bus;
  readonly log: Log;
  readonly keys: KeyRing;
  readonly sources: readonly PriceSource[];
  readonly markets: readonly Market[];
  /** Fewer ticks than the setting says, where a deployment wants that. */
  readonly tickEveryMs?: number | undefined;
};

/** One process that makes prices, or waits to: what it was given and what it knows. */
export type Feed = FeedDeps & {
  readonly latest: LatestQuotes;
  /** Told of every block this process sealed, once it is stored. */
  readonly onBlock: (block: SealedBlock) => void;
  rules: FeedRules;
  jumps: Jumps;
  recents: Recents;
  term: Term | undefined;
  /** Why the last round failed, and how many have in a row. */
  problem: string | undefined;
  failures: number;
  /** Sources whose last answer was a failure. */
  readonly failing: Set<PriceSource>;
  /** Of this process alone: when by the database's clock, and when by its own. */
  sealed: { blocks: number; ticks: number; lastAtMs: number | undefined; lastHereMs: number | undefined };
};

export const openFeed = (deps: FeedDeps, rules: FeedRules, onBlock: Feed['onBlock']): Feed => ({
  ...deps,
  onBlock,
  rules,
  latest: createLatestQuotes(),
  jumps: new Map(),
  recents: new Map(),
  term: undefined,
  problem: undefined,
  failures: 0,
  failing: new Set(),
  sealed: { blocks: 0, ticks: 0, lastAtMs: undefined, lastHereMs: undefined },
});

/** Hears every source; what they say is believed only when a price is judged. One that fails is as one that is silent. */
export function listen(feed: Feed, nowMs: number): void {
  const clock = { nowMs, aheadMs: feed.rules.index.sourceAheadMs };
  for (const source of feed.sources) {
    try {
      feed.latest.record(source.take(nowMs), clock);
      feed.failing.delete(source);
    } catch (error) {
      if (!feed.failing.has(source)) feed.log.error({ err: error }, 'a source failed');
      feed.failing.add(source);
    }
  }
}

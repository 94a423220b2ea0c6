import { isOpenAt, SOURCES } from '@app/domain/market';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Feed } from './feed.ts';

const SILENT_MS_MAX = 5_000;

/**
 * Describes the feed for `GET /health`: whether it owns the lease, the age of its last block, the quote count of each
 * source.
 */
export const describeFeed = ({ leadership, latest, sealed }: Feed, hereMs = performance.now()) => ({
  lease: leadership === undefined ? 'waiting' : 'owner',
  blocks: sealed.blocks,
  ticks: sealed.ticks,
  blockAgeMs: sealed.lastHereMs === undefined ? null : Math.round(hereMs - sealed.lastHereMs),
  latest: Object.fromEntries([...latest.counts()].map(([id, count]) => [nameOf(id), count])),
});

/**
 * Reports an owner that makes no prices while markets trade as unhealthy, whatever the reason. Silence is measured by
 * our own clock.
 */
export function checkFeed({ leadership, problem, sealed, markets, rules }: Feed, hereMs = performance.now()): string[] {
  const hasOpen = markets.some(({ id, hours }) => isOpenAt(hours, Date.now()) && !rules.halted.has(id));
  const silentMs =
    leadership === undefined ? 0 : hereMs - Math.max(leadership.sinceMs, sealed.lastHereMs ?? leadership.sinceMs);
  return [
    ...(problem === undefined ? [] : [`blocks: ${problem}`]),
    ...(hasOpen && silentMs > SILENT_MS_MAX
      ? [`blocks: none for ${SILENT_MS_MAX / 1_000} s while markets are open`]
      : []),
  ];
}

/** Exposes the same to Prometheus. */
export function measureFeed(feed: Feed): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ process: 'feed' });
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge('feed_is_owner', 'Whether this process makes the prices.', () => Number(feed.leadership !== undefined));
  gauge('feed_block_at_seconds', 'When its last block was sealed.', () => (feed.sealed.lastAtMs ?? 0) / 1_000);
  const counter = (name: string, help: string, read: () => ReadonlyMap<string, number>) =>
    new Counter({
      name,
      help,
      registers,
      labelNames: ['of'] as const,
      collect() {
        this.reset();
        for (const [of, count] of read()) this.inc({ of }, count);
      },
    });
  const { sealed, latest } = feed;
  counter(
    'feed_sealed_total',
    'What it sealed.',
    () => new Map(Object.entries({ blocks: sealed.blocks, ticks: sealed.ticks })),
  );
  counter(
    'feed_words_total',
    'What each source said.',
    () => new Map([...latest.counts()].map(([id, count]) => [nameOf(id), count])),
  );
  return registry;
}

const nameOf = (id: number) => SOURCES.find((source) => source.id === id)?.name ?? String(id);

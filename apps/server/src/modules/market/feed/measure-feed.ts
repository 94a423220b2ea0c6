import { isOpenAt, SOURCES } from '@app/domain/market';
import type { Registry } from 'prom-client';
import { countFrom, gaugeFrom } from '../../../platform/process/metrics.ts';
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
export function measureFeed(feed: Feed, registry: Registry): void {
  const { sealed, latest } = feed;
  const gauge = (name: string, help: string, read: () => number) =>
    gaugeFrom(registry, { name, help }, () => [{ labels: {}, count: read() }]);
  gauge('feed_is_owner', 'Whether this process makes the prices.', () => Number(feed.leadership !== undefined));
  gauge('feed_last_block_timestamp_seconds', 'When it sealed its last block.', () => (sealed.lastAtMs ?? 0) / 1_000);
  const counter = (name: string, help: string, read: () => number) =>
    countFrom(registry, { name, help }, () => [{ labels: {}, count: read() }]);
  counter('feed_blocks_total', 'Blocks it sealed.', () => sealed.blocks);
  counter('feed_ticks_total', 'Ticks in them.', () => sealed.ticks);
  countFrom(registry, { name: 'feed_quotes_total', help: 'Quotes of each source.', labelNames: ['source'] }, () =>
    [...latest.counts()].map(([id, count]) => ({ labels: { source: nameOf(id) }, count })),
  );
}

const nameOf = (id: number) => SOURCES.find((source) => source.id === id)?.name ?? String(id);

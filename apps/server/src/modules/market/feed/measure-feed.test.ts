import { INDEX_RULES, type Market } from '@app/domain/market';
import { type Amount, type Price, parseDecimal } from '@app/money';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import type { Feed } from './feed.ts';
import { checkFeed, describeFeed, measureFeed } from './measure-feed.ts';

const market: Market = {
  id: 1,
  symbol: 'M/USDT',
  base: 'M',
  quote: 'USDT',
  name: 'M',
  category: 'crypto',
  hours: 'always',
  priceTick: parseDecimal<Price>('0.01'),
  lot: parseDecimal<Amount>('1'),
  products: ['spot'],
};
const rules = { index: INDEX_RULES, blockEveryMs: 200, tickEveryMs: 200, halted: new Set<number>() };
const never = { blocks: 0, ticks: 0, lastAtMs: undefined, lastHereMs: undefined };
const owner = { lease: { name: 'feed', epoch: 1n }, ready: undefined, sinceMs: 50_000 };
const latest = { counts: () => new Map() } as unknown as Feed['latest'];

/** Only the fields the health check reads. */
const feed = (more: Partial<Feed>) =>
  ({ markets: [market], rules, latest, leadership: owner, problem: undefined, sealed: never, ...more }) as Feed;

describe('the health of an owner', () => {
  it('given it has sealed nothing yet, then it is healthy for five seconds, by its own clock', () => {
    expect(checkFeed(feed({}), 55_000)).toEqual([]);
    expect(checkFeed(feed({}), 55_001)).toEqual(['blocks: none for 5 s while markets are open']);
  });

  it('given its last block, then the database’s clock does not matter', () => {
    const sealed = { blocks: 1, ticks: 1, lastAtMs: 0, lastHereMs: 60_000 };
    expect(checkFeed(feed({ sealed }), 65_000)).toEqual([]);
    expect(checkFeed(feed({ sealed }), 65_001)).toHaveLength(1);
    expect(describeFeed(feed({ sealed }), 61_000)).toMatchObject({ blocks: 1, blockAgeMs: 1_000 });
  });

  it('given it waits or its markets are halted, then it is healthy without blocks', () => {
    expect(checkFeed(feed({ leadership: undefined }), 99_000)).toEqual([]);
    expect(checkFeed(feed({ rules: { ...rules, halted: new Set([1]) } }), 99_000)).toEqual([]);
  });
});

describe('its metrics', () => {
  it('given an owner with a sealed block, then they show both', async () => {
    const registry = new Registry();
    measureFeed(feed({ sealed: { blocks: 3, ticks: 12, lastAtMs: 7_000, lastHereMs: 60_000 } }), registry);
    const text = await registry.metrics();
    expect(text).toContain('\nfeed_is_owner 1\n');
    expect(text).toContain('\nfeed_blocks_total 3\n');
    expect(text).toContain('\nfeed_last_block_timestamp_seconds 7\n');
  });
});

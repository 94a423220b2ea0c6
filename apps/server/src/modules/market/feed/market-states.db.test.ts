import { isOpenAt, marketState } from '@app/domain/market';
import { marketKillSwitch } from '@app/domain/reference';
import type pg from 'pg';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { changeSetting } from '../../../../test/change-setting.ts';
import {
  createPuppet,
  type FeedTestbed,
  openFeedTestbed,
  type Started,
  ticksOf,
} from '../../../../test/feed-testbed.ts';
import { now } from '../../../platform/db/clock.ts';

const POLL = { interval: 20 };
const HOUR_MS = 3_600_000;
const DAYS_AHEAD = 20;
let testbed: FeedTestbed;
let audit: pg.Client;

beforeAll(async () => {
  testbed = await openFeedTestbed();
  audit = await testbed.bare('audit');
  await (await testbed.bare('worker')).query('select partitions_ensure($1)', [DAYS_AHEAD]);
});

const started: Started[] = [];
afterEach(async () => {
  for (const feed of started.splice(0)) await feed.stop();
});
const start = async (...how: Parameters<FeedTestbed['start']>) => {
  const feed = await testbed.start(...how);
  started.push(feed);
  return feed;
};

/** Returns the first full hour from a time at which the stock exchange is open, or closed. */
const hourWhen = (isOpen: boolean, fromMs: number): number =>
  isOpenAt('us_stock', fromMs) === isOpen ? fromMs : hourWhen(isOpen, fromMs + HOUR_MS);

const setClock = async (atMs: number) => {
  const root = await testbed.bare('postgres');
  await root.query(`create or replace function app_now() returns timestamptz language sql volatile parallel safe
    as 'select clock_timestamp() + interval ''${atMs - Date.now()} milliseconds'''`);
};

const last = async (market: number) => ticksOf(await testbed.blocks(), market).at(-1);

const heartbeat = async () => {
  const { rows } = await audit.query(`select heartbeat_at from lease where name = 'feed'`);
  return (rows[0].heartbeat_at as Date).getTime();
};

/** Returns the markets that tick in the next three blocks sealed from now on. */
const ticking = async () => {
  const from = (await testbed.blocks()).length;
  await expect.poll(async () => (await testbed.blocks()).length, POLL).toBeGreaterThanOrEqual(from + 3);
  return [...new Set((await testbed.blocks()).slice(from).flatMap(({ ticks }) => ticks.map(({ market }) => market)))];
};

describe('markets', () => {
  it('given hours and a kill switch, then closed and halted markets make no ticks until they trade again', async () => {
    const [first, second, stock] = testbed.markets.map(({ id }) => id);
    const startMs = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
    const closedMs = hourWhen(false, startMs);
    await setClock(closedMs);
    await start();
    expect(await ticking()).toEqual([first, second]);
    await setClock(hourWhen(true, closedMs));
    await expect.poll(ticking, POLL).toEqual([first, second, stock]);

    const setting = marketKillSwitch(testbed.markets[1]!.symbol);
    const set = (value: boolean) => changeSetting(testbed, setting, value);
    await set(false);
    await expect.poll(ticking, POLL).toEqual([first, stock]);
    await set(true);
    await expect.poll(ticking, POLL).toEqual([first, second, stock]);
  });

  it('given no sources, then there are no ticks, the lease is kept, and ticks resume with a source', async () => {
    const puppet = createPuppet(testbed.markets);
    const feed = await start({ source: puppet });
    await expect.poll(feed.state, POLL).toBe('owner');
    await ticking();
    const { id, hours } = testbed.markets[0]!;
    const state = async () => {
      const tick = await last(id);
      const at = await now(testbed.db);
      return marketState({ hours, lastTickAtMs: tick?.atMs, nowMs: at.getTime(), isHalted: false, freshMs: 2_000 });
    };
    await expect.poll(state, POLL).toBe('open');
    puppet.isTalking = false;
    await expect.poll(state, POLL).toBe('stale');
    const seq = (await last(id))?.seq;
    const beatAt = await heartbeat();
    await expect.poll(heartbeat, POLL).toBeGreaterThan(beatAt);
    expect([feed.state(), (await last(id))?.seq]).toEqual(['owner', seq]);
    puppet.isTalking = true;
    await expect.poll(state, POLL).toBe('open');
    expect((await last(id))?.seq).toBeGreaterThan(seq ?? 0);
  });

  it('given a database clock other than ours, then a waiting feed reads its sources at that time too', async () => {
    await setClock(Date.now() + 10 * 24 * HOUR_MS);
    const aheadMs: number[] = [];
    /** Watches whichever feed is waiting: on a busy machine the owner may lose its lease to the other. */
    const startWatched = async () => {
      const puppet = createPuppet(testbed.markets);
      let feed: Started | undefined;
      const take = (nowMs: number) => {
        if (feed?.state() === 'waiting') aheadMs.push(nowMs - Date.now());
        return puppet.take(nowMs);
      };
      feed = await start({ source: { ...puppet, take } });
      return feed;
    };
    const first = await startWatched();
    await expect.poll(first.state, POLL).toBe('owner');
    const before = aheadMs.length;
    await startWatched();
    await expect.poll(() => aheadMs.length, POLL).toBeGreaterThan(before + 5);
    expect(aheadMs.filter((ms) => ms < 9 * 24 * HOUR_MS)).toEqual([]);
  });
});

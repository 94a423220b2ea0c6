import { toHex } from '@app/verifier';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { standBetween, trapCommits } from '../../../../test/commit-traps.ts';
import {
  createPuppet,
  type FeedTestbed,
  findFaults,
  openFeedTestbed,
  type Started,
  ticksOf,
  VOLUME_PER_QUOTE,
} from '../../../../test/feed-testbed.ts';
import { silent } from '../../../../test/testbed.ts';
import type { Bus } from '../../../platform/bus/bus.ts';
import { followBlocks } from '../block/index.ts';

const POLL = { interval: 20 };
let testbed: FeedTestbed;
const started: Started[] = [];

beforeAll(async () => {
  testbed = await openFeedTestbed();
});
afterEach(async () => {
  for (const feed of started.splice(0)) await feed.stop();
  expect(await findFaults(testbed)).toEqual([]);
});

const start = async (...how: Parameters<FeedTestbed['start']>) => {
  const feed = await testbed.start(...how);
  started.push(feed);
  return feed;
};
const newest = async () => (await testbed.blocks()).at(-1)?.number ?? 0;
const states = () => started.map((feed) => feed.state()).sort();
const publishedNumbers = () => testbed.published.map(({ number }) => number);
const lastPublished = () => Math.max(...publishedNumbers());

const goOn = async () => {
  const wanted = (await newest()) + 3;
  await expect.poll(newest, POLL).toBeGreaterThanOrEqual(wanted);
};

/** Waits until everything published before this call has been received. */
const everythingReceived = async () => {
  let isDelivered = false;
  testbed.bus.listen('marker', () => {
    isDelivered = true;
  });
  testbed.bus.publish('marker', 1);
  await expect.poll(() => isDelivered, POLL).toBe(true);
};

describe('two feeds', () => {
  it('given an owner, when it is killed, then the other continues: no number is missing or used twice', async () => {
    const puppets = [createPuppet(testbed.markets), createPuppet(testbed.markets)];
    for (const source of puppets) await start({ source });
    await expect.poll(() => Math.min(...puppets.map(({ calls }) => calls)), POLL).toBeGreaterThan(20);
    await expect.poll(states, POLL).toEqual(['owner', 'waiting']);
    const [owner, other] = started.toSorted((a, b) => a.state().localeCompare(b.state()));
    await owner!.kill();
    await expect.poll(other!.state, POLL).toBe('owner');
    await goOn();
    const ticks = ticksOf(await testbed.blocks(), testbed.markets[0]!.id);
    expect(ticks.map(({ seq }) => seq)).toEqual(ticks.map((_, index) => index + 1));
    // Volume the other received while waiting is already in the first one's ticks.
    expect(ticks.filter(({ volume }) => volume > 3n * 20n * VOLUME_PER_QUOTE)).toEqual([]);
  });

  it('given an owner whose backend is terminated, then it owns nothing until it has taken the lease again', async () => {
    await Promise.all([start(), start()]);
    await goOn();
    const root = await testbed.bare('postgres');
    const lease = async () => (await root.query(`select epoch, pid from lease where name = 'feed'`)).rows[0];
    const before = await lease();
    await root.query('select pg_terminate_backend($1)', [before.pid]);
    await expect.poll(async () => (await lease()).epoch, POLL).not.toBe(before.epoch);
    await goOn();
    await expect.poll(states, POLL).toEqual(['owner', 'waiting']);
  });
});

describe('a block', () => {
  it('is stored together with its owner’s heartbeat', async () => {
    await start();
    await goOn();
    const audit = await testbed.bare('audit');
    // Written by one transaction. A heartbeat-only round may come between, so poll.
    const isOne = async () => {
      const { rows } = await audit.query(`
        select lease.xmin = block.xmin as is_one
          from lease, (select xmin from price_block order by number desc limit 1) block where name = 'feed'`);
      return rows[0].is_one;
    };
    await expect.poll(isOne, POLL).toBe(true);
  });

  it('given its commit is delayed, then it is not published before it is stored', async () => {
    const trap = await trapCommits(testbed);
    await start();
    await goOn();
    await trap.hold();
    await expect.poll(trap.isWaiting, POLL).toBe(true);
    await everythingReceived();
    const stored = await newest();
    const received = lastPublished();
    await trap.letGo();
    expect(received).toBe(stored);
    await expect.poll(lastPublished, POLL).toBeGreaterThan(stored);
  });

  it('given its owner is killed before publishing, then followers get it, and the next owner publishes it', async () => {
    let untold = 0;
    let isDeaf = false;
    const publish: Bus['publish'] = (subject, message) => {
      if (!isDeaf) return testbed.bus.publish(subject, message);
      untold = Math.max(untold, (message as { number: number }).number);
      void feed.kill();
    };
    const feed = await start({ bus: { ...testbed.bus, publish } });
    const followed: number[] = [];
    const ending = new AbortController();
    const onBlocks = (blocks: readonly { number: number }[]) =>
      void followed.push(...blocks.map(({ number }) => number));
    const following = followBlocks(
      { db: testbed.db, bus: testbed.bus, log: silent },
      { after: 0, onBlocks },
      ending.signal,
    );
    await goOn();
    isDeaf = true;
    await expect.poll(() => untold, POLL).toBeGreaterThan(0);
    await expect.poll(() => followed, POLL).toContain(untold);
    expect(publishedNumbers()).not.toContain(untold);
    await start();
    await expect.poll(publishedNumbers, POLL).toContain(untold);
    await goOn();
    ending.abort();
    await following;
    expect(followed).toEqual(followed.map((_, index) => index + 1));
  });

  it('given the response to its commit is lost, then it is read from the table, published, and not sealed again', async () => {
    const between = await standBetween(testbed.database.urlOf('feed'));
    await start({ url: between.url });
    await goOn();
    between.loseNextAnswer();
    await expect.poll(between.lost, POLL).toBe(1);
    const committed = await newest();
    await expect.poll(publishedNumbers, POLL).toContain(committed);
    await goOn();
    const stored = new Map((await testbed.blocks()).map(({ number, hash }) => [number, toHex(hash)]));
    expect(testbed.published.filter(({ number, hash }) => stored.get(number) !== hash)).toEqual([]);
  });
});

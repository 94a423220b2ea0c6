import { randomBytes } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  createPuppet,
  type FeedTestbed,
  findFaults,
  openFeedTestbed,
  type Started,
  ticksOf,
  VOLUME_PER_QUOTE,
} from '../../../../test/feed-testbed.ts';
import { testKeys } from '../../../../test/testbed.ts';
import type { Bus } from '../../../platform/bus/bus.ts';
import { transactOn } from '../../../platform/db/transact.ts';
import { openKeyRing } from '../../../platform/process/key-ring.ts';
import { openPriceKey } from '../block/index.ts';
import type { PriceSource } from '../source/index.ts';

const POLL = { interval: 20 };
let testbed: FeedTestbed;
const started: Started[] = [];

beforeAll(async () => {
  testbed = await openFeedTestbed();
  await transactOn(testbed.db)((tx) => openPriceKey(tx, testKeys)); // A key the others cannot decrypt.
});
afterEach(async () => {
  for (const feed of started.splice(0)) await feed.stop();
  expect(await findFaults(testbed)).toEqual([]);
});

const start = async (...how: Parameters<FeedTestbed['start']>) => {
  const feed = await testbed.start(...how);
  started.push(feed);
  await expect.poll(feed.state, POLL).toBe('owner');
  return feed;
};
const newest = async () => (await testbed.blocks()).at(-1)?.number ?? 0;
const goOn = async (blocks = 3) => {
  const wanted = (await newest()) + blocks;
  await expect.poll(newest, POLL).toBeGreaterThanOrEqual(wanted);
};

describe('a feed that cannot seal', () => {
  const wrongKeys = () => openKeyRing([{ id: 'k1', key: randomBytes(32) }]);

  it('given another feed that can, then it releases the lease, and the other keeps it', async () => {
    const broken = await start({ keys: wrongKeys() });
    await expect.poll(() => broken.check().length, POLL).toBe(1);
    const healthy = await testbed.start();
    started.push(healthy);
    await expect.poll(healthy.state, POLL).toBe('owner');
    await goOn(15);
    expect([broken.state(), healthy.state()]).toEqual(['waiting', 'owner']);
  });

  it('given it is alone, then it retries and reports the reason', async () => {
    const broken = await start({ keys: wrongKeys() });
    for (const state of ['waiting', 'owner', 'waiting']) {
      await expect.poll(broken.state, POLL).toBe(state);
      await expect.poll(() => broken.check()[0], POLL).toMatch(/^blocks: /);
    }
  });
});

describe('a source that fails', () => {
  const failing: PriceSource = {
    isSimulated: true,
    start: () => {},
    take: () => {
      throw new Error('a defect of one source');
    },
    close: () => Promise.resolve(),
  };

  it('given other sources, then those are used, and blocks continue', async () => {
    const feed = await start({ sources: [failing, createPuppet(testbed.markets)] });
    await goOn();
    expect([feed.state(), feed.check()]).toEqual(['owner', []]);
  });
});

describe('a bus that fails', () => {
  it('given a block that could not be published, then its volume is not sealed twice', async () => {
    const puppet = createPuppet(testbed.markets);
    let failures = 0;
    const publish: Bus['publish'] = (subject, message) => {
      failures += 1;
      if (failures % 2 === 1) throw new Error('a defect of the bus');
      return testbed.bus.publish(subject, message);
    };
    const before = await newest();
    await start({ source: puppet, bus: { ...testbed.bus, publish } });
    await goOn(5);
    const blocks = (await testbed.blocks()).filter(({ number }) => number > before);
    const publishedVolume = ticksOf(blocks, testbed.markets[0]!.id).reduce((sum, { volume }) => sum + volume, 0n);
    expect(publishedVolume).toBeLessThanOrEqual(BigInt(puppet.calls) * 3n * VOLUME_PER_QUOTE);
  });
});

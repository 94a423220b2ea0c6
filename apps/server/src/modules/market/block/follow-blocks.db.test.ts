import { beforeAll, describe, expect, inject, it } from 'vitest';
import { openTestBus } from '../../../../test/bus-testbed.ts';
import { follow as followIn } from '../../../../test/follow-testbed.ts';
import { type FragileNats, openFragileNats } from '../../../../test/fragile-nats.ts';
import { aTick, evidence, openPriceTestbed, type PriceTestbed } from '../../../../test/price-testbed.ts';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { SealedBlock } from './block.ts';
import { publishBlock, sealBlock } from './index.ts';
import { BLOCK_SUBJECT } from './publish-block.ts';

let testbed: PriceTestbed;
let nats: FragileNats;
let bus: Bus;

beforeAll(async () => {
  testbed = await openPriceTestbed();
  nats = await openFragileNats(inject('services').nats);
  bus = await openTestBus(nats.url);
});

const seal = () => testbed.seal([aTick(2, '10', Date.now())]);
const received = async () => {
  const block = await seal();
  publishBlock(bus, block);
  return block;
};

const follow = (how?: Parameters<typeof followIn>[2]) => followIn(testbed, bus, how);
const from = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n);

describe('following blocks', () => {
  it('given an old starting block, when a follower starts, then it receives every block once and in order', async () => {
    for (let n = 0; n < 130; n++) await seal();
    const { numbers } = follow({ after: 0 });
    const { number } = await received();
    await expect.poll(() => numbers.at(-1)).toBe(number);
    expect(numbers).toEqual(from(1, number));
  });

  it('given no starting block, when a follower starts, then it receives blocks from now on', async () => {
    const before = (await seal()).number;
    const { numbers } = follow();
    const publishAnother = async () => {
      await received();
      return numbers.length;
    };
    await expect.poll(publishAnother).toBeGreaterThan(1);
    const { number } = await received();
    await expect.poll(() => numbers.at(-1)).toBe(number);
    expect(numbers[0]).toBeGreaterThan(before);
    expect(numbers).toEqual(from(numbers[0] ?? 0, numbers.length));
  });

  it('given lost, duplicate, late and invalid hints, when blocks are sealed, then none is missed or repeated', async () => {
    const { number: last } = await seal();
    const { numbers } = follow({ after: last });
    const blocks = [await seal(), await seal(), await seal(), await seal()];
    const [first, second, , fourth] = blocks as [SealedBlock, SealedBlock, SealedBlock, SealedBlock];
    for (const block of [second, fourth, fourth, first]) publishBlock(bus, block);
    bus.publish(BLOCK_SUBJECT, { number: 'seven' });
    bus.publish(BLOCK_SUBJECT, null);
    await received();
    await expect.poll(() => numbers.length).toBe(5);
    await received();
    await expect.poll(() => numbers.length).toBe(6);
    expect(numbers).toEqual(from(last + 1, 6));
  });

  it('given a block on the bus that does not follow the last one, when it arrives, then the table is used', async () => {
    const { number: last } = await seal();
    const { numbers, batches } = follow({ after: last });
    await received();
    await expect.poll(() => numbers.length).toBe(1);
    const real = await seal();
    publishBlock(bus, { ...real, previous: new Uint8Array(32).fill(9), body: new Uint8Array(0) });
    await expect.poll(() => numbers.length).toBe(2);
    expect(batches.at(-1)?.[0]).toEqual(real);
  });

  it('given the next block on the bus, when the table does not show it yet, then it is delivered all the same', async () => {
    const { number: last } = await received();
    const { numbers, batches } = follow({ after: last - 1 });
    await expect.poll(() => numbers).toEqual([last]);
    let early: SealedBlock | undefined;
    const ticks = [aTick(2, '10', Date.now())];
    const undone = testbed.transact(async (tx) => {
      const sealing = { atMs: Date.now(), ticks, signer: testbed.signer, evidence };
      early = (await sealBlock(tx, testbed.chain(), sealing)).block;
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    publishBlock(bus, early as SealedBlock);
    await expect.poll(() => numbers).toEqual([last, last + 1]);
    expect(batches.at(-1)).toEqual([early]);
  });

  it('given a silent bus, when blocks are sealed, then they are read from the table', async () => {
    const { number: last } = await seal();
    const { numbers } = follow({ after: last });
    await seal();
    await seal();
    await expect.poll(() => numbers).toEqual([last + 1, last + 2]);
  });

  it('given a bus that disconnects and reconnects, when blocks are sealed, then none is missed or repeated', async () => {
    const { number: last } = await seal();
    const { numbers } = follow({ after: last });
    await received();
    await expect.poll(() => numbers.length).toBe(1);
    await nats.cut();
    await expect.poll(() => bus.isUp()).toBe(false);
    await received();
    await expect.poll(() => numbers.length).toBe(2);
    await nats.mend();
    await received();
    await expect.poll(() => bus.isUp()).toBe(true);
    await received();
    await expect.poll(() => numbers.length).toBe(4);
    expect(numbers).toEqual(from(last + 1, 4));
  });

  it('given a follower that fails, when it is retried, then it receives the same blocks', async () => {
    const { number: last } = await seal();
    await seal();
    const { numbers } = follow({ after: last, failures: 2 });
    await expect.poll(() => numbers).toEqual([last + 1]);
  });

  it('given a stopped follower, when blocks are sealed, then it receives none', async () => {
    const { number: last } = await seal();
    const { numbers, stop } = follow({ after: last });
    await received();
    await expect.poll(() => numbers).toEqual([last + 1]);
    await stop();
    await received();
    const other = follow({ after: last });
    await expect.poll(() => other.numbers.length).toBe(2);
    expect(numbers).toEqual([last + 1]);
  });

  it('given a gap in the kept ticks, when a follower reads across it, then the gap is skipped and logged', async () => {
    const { number: last } = await seal();
    for (let n = 0; n < 4; n++) await seal();
    const owner = await testbed.bare('postgres');
    await owner.query('set session_replication_role = replica');
    await owner.query('delete from price_ticks where number between $1 and $2', [last + 2, last + 3]);
    const { numbers, complaints } = follow({ after: last });
    await expect.poll(() => numbers).toEqual([last + 1, last + 4]);
    expect(complaints).toMatchObject([{ from: last + 2, to: last + 3 }]);
  });

  it('given a follower, when it is stopped, then it no longer listens to the bus', async () => {
    let listening = 0;
    const counted: Bus['listen'] = (...what) => {
      const end = bus.listen(...what);
      listening += 1;
      return () => {
        listening -= 1;
        end();
      };
    };
    const { stop } = followIn(testbed, { ...bus, listen: counted });
    expect(listening).toBe(1);
    await stop();
    expect(listening).toBe(0);
  });
});

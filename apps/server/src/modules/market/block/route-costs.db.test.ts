import { checkTick, readProof } from '@app/verifier';
import type { KyselyPlugin } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aTick, openPriceTestbed, type PriceTestbed } from '../../../../test/price-testbed.ts';
import { findBlockOf } from './find-tick.ts';
import { readHeads } from './head.store.ts';
import { sealHead } from './index.ts';
import { listBlocks, provePrice } from './prove-price.ts';

let testbed: PriceTestbed;
const BLOCKS = 60;
const HEAD_EVERY = 20;

beforeAll(async () => {
  testbed = await openPriceTestbed();
  for (let n = 1; n <= BLOCKS; n++) {
    await testbed.seal([aTick(1, `${100 + n}`, Date.now()), ...(n < 50 ? [aTick(2, '10', Date.now())] : [])]);
    if (n % HEAD_EVERY === 0 && n < BLOCKS) await testbed.transact((tx) => sealHead(tx, testbed.chain()));
  }
});

/** Counts the bodies read from the database. */
function countBodies() {
  let bodies = 0;
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      bodies += result.rows.filter((row) => 'body' in row).length;
      return Promise.resolve(result);
    },
  };
  return { db: testbed.as('app').db.withPlugin(counter), bodies: () => bodies };
}

describe('public queries are cheap', () => {
  it('given a future tick number, when its proof is requested, then one block is read', async () => {
    const { db, bodies } = countBodies();
    for (const seq of [BLOCKS + 1, 999_999_999_999_999])
      expect(await findBlockOf(db, { market: 1, seq })).toBeUndefined();
    expect(bodies()).toBe(2);
  });

  it('given any other tick, when it is searched, then only the range between two heads is read', async () => {
    for (const [market, seq, block] of [[1, 1, 1], [1, 20, 20], [1, 21, 21], [1, 60, 60], [2, 49, 49], [2, 50, undefined]] as const) {
      const { db, bodies } = countBodies();
      expect((await findBlockOf(db, { market, seq }))?.number, `${market} ${seq}`).toBe(block);
      expect(bodies()).toBeLessThanOrEqual(HEAD_EVERY + 1);
    } // biome-ignore format: a table
  });

  it('given bodies that cannot be unpacked, when blocks and heads are listed, then they are returned unparsed', async () => {
    const fresh = await openPriceTestbed();
    const { number, hash } = await fresh.seal([aTick(1, '100', Date.now())]);
    const owner = await fresh.bare('postgres');
    await owner.query('set session_replication_role = replica');
    await owner.query(`update price_ticks set body = '\\xffff'`);
    await owner.query(`insert into price_head (number, hash, at, last_ticks) values ($1, $2, now(), '\\xffff')`, [number, Buffer.from(hash)]); // biome-ignore format: one line
    const { list, heads } = await listBlocks(fresh.as('app').db, { from: 1, to: 10 });
    expect([list.map(({ body }) => body), heads.length]).toEqual([['ffff'], 1]);
    expect(await readHeads(fresh.as('app').db, 5)).toHaveLength(1);
  });

  it('given a head further away than the headers sent, when a proof is requested, then no head is returned', async () => {
    const fresh = await openPriceTestbed();
    for (let n = 0; n < 302; n++) await fresh.seal([aTick(1, '100', Date.now())]);
    await fresh.transact((tx) => sealHead(tx, fresh.chain()));
    const { db } = fresh.as('app');
    const heads = await Promise.all([1, 2].map(async (seq) => {
      const proof = readProof(await provePrice(db, 'BTC/USDT', seq) as never);
      expect(await checkTick(proof)).toEqual([]);
      return [proof.after.length, proof.heads.length];
    })); // biome-ignore format: short
    expect(heads).toEqual([[0, 0], [300, 1]]); // biome-ignore format: pairs
  });
});

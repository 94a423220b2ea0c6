import { createHash, createPrivateKey, sign } from 'node:crypto';
import { expectDefined, firstIdAt } from '@app/base';
import { checkReceipt, checkTick, merkleRoot, readProof, readReceipt, tickBytes } from '@app/verifier';
import { beforeAll, describe, expect, it } from 'vitest';
import { type FeedTestbed, findFaults, openFeedTestbed } from '../../../../test/feed-testbed.ts';
import { aTick } from '../../../../test/price-testbed.ts';
import { until } from '../../../../test/spot-testbed.ts';
import { testKeys } from '../../../../test/testbed.ts';
import { openPriceKey, readChain } from '../block/index.ts';
import { findCurrentKeyId, findSealedKey } from '../block/key.store.ts';
import { proveTick } from '../block/prove-price.ts';

const OLD_BLOCKS = 3;
const START_MS = Date.now() - 60_000;
let testbed: FeedTestbed;

/** Writes the chain as the program did before version 2: its bytes are spelled out here, and stay so. */
async function sealOldBlocks(): Promise<void> {
  await testbed.transact((tx) => openPriceKey(tx, testKeys));
  const feed = await testbed.bare('feed');
  const keyId = expectDefined(await findCurrentKeyId(testbed.db), 'a key');
  const { sealed } = expectDefined(await findSealedKey(testbed.db, keyId), 'its private part');
  const secret = createPrivateKey({ key: testKeys.open('price', sealed, keyId), format: 'der', type: 'pkcs8' });
  let previous = Buffer.alloc(32);
  for (let number = 1; number <= OLD_BLOCKS; number++) {
    const atMs = START_MS + number * 1_000;
    const body = Buffer.from(tickBytes({ ...aTick(1, '100', atMs), seq: number }));
    const root = Buffer.from(await merkleRoot([body]));
    const header = Buffer.concat([
      Buffer.from([2, 1]),
      uint64(number),
      uint64(atMs),
      Buffer.from([0, 0, 0, 1]),
      root,
      previous,
      Buffer.from(keyId, 'hex'),
    ]);
    const hash = createHash('sha256').update(header).digest();
    const id = firstIdAt(atMs) | BigInt(number);
    await feed.query('insert into price_ticks (id, number, body) values ($1, $2, $3)', [id, number, body]);
    await feed.query(
      `insert into price_block (number, at, tick_count, key_id, root, previous, hash, signature)
       values ($1, $2, 1, $3, $4, $5, $6, $7)`,
      [number, new Date(atMs), keyId, root, previous, hash, sign(null, header, secret)],
    );
    previous = hash;
  }
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

beforeAll(async () => {
  testbed = await openFeedTestbed();
  await sealOldBlocks();
});

describe('a chain that began with version 1', () => {
  it('given old blocks, when the feed continues, then its blocks are of version 2, and the whole chain holds', async () => {
    expect((await readChain(testbed.db)).seen).toBeUndefined();
    const feed = await testbed.start();
    await until(
      () => 'three new blocks',
      async () => ((await testbed.blocks()).length >= OLD_BLOCKS + 3 ? true : undefined),
    );
    await feed.stop();
    const versions = (await testbed.blocks()).map(({ version }) => version);
    expect(versions.slice(0, OLD_BLOCKS + 3)).toEqual([1, 1, 1, 2, 2, 2]);
    expect(await findFaults(testbed)).toEqual([]);
    expect((await readChain(testbed.db)).seen).toMatch(/^\d+:\d+:/);
  });

  it('given an old price, when it is proved, then it holds, across the change of version', async () => {
    const proof = await proveTick(testbed.as('app').db, { market: 1, seq: 2, block: 2 });
    expect(proof.header).toMatchObject({ version: 1, roots: [] });
    expect(await checkTick(readProof(proof as never))).toEqual([]);
  });

  it('given an old receipt, when it is checked, then it holds, and needs no seal', async () => {
    const id = String(firstIdAt(START_MS + 1_500));
    const proof = await proveTick(testbed.as('app').db, { market: 1, seq: 1, block: 1 });
    const settings = {
      levels: 1,
      spread_rate: '0',
      step_rate: '0',
      level_worth: '1000',
      inventory_max: '1000000',
    };
    const fill = { id, market: 1, symbol: 'BTC/USDT', side: 'buy', price: '100.01', quantity: '1', houseTook: false };
    const body = {
      rule: 'house-ladder',
      version: 1,
      book: 'demo',
      fill,
      tick: { market: 1, seq: 1, price: '100', block: 1 },
      inventory: { base: '5', quote: '5' },
      settings: { version: 0, ...settings },
      grid: { price_tick: '0.01', lot: '1' },
      taken: 2,
    };
    const text = { kind: 'spot.house_fill', body, settings: { version: 0, value: settings }, proof };
    expect(await checkReceipt(readReceipt(text as never, { id, market: 1 }))).toEqual({
      receipt: [],
      rule: [],
      tick: [],
      seal: [],
      isAwaited: false,
    });
  });
});

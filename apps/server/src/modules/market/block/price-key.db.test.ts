import { checkBlocks } from '@app/verifier';
import type { KyselyPlugin } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aTick, openPriceTestbed, type PriceTestbed } from '../../../../test/price-testbed.ts';
import { testKeys } from '../../../../test/testbed.ts';
import { openKeyRing } from '../../../platform/process/key-ring.ts';
import { openPriceKey, readBlocks, readChain, rotatePriceKey } from './index.ts';
import { readKeys } from './key.store.ts';
import { createKnownKeys } from './known-keys.ts';

let testbed: PriceTestbed;

beforeAll(async () => {
  testbed = await openPriceTestbed();
});

describe('the key', () => {
  it('given a new key, when the next block is sealed, then it signs it, and the old key stays for its blocks', async () => {
    const before = await testbed.seal([aTick(2, '18', Date.now())]);
    const id = await testbed.transact((tx) => rotatePriceKey(tx, testKeys));
    const after = await testbed.seal([aTick(2, '19', Date.now())]);
    expect(after.keyId).toBe(id);
    expect(before.keyId).not.toBe(id);
    const keys = await readKeys(testbed.db);
    expect(keys.map(({ fromBlock }) => fromBlock)).toEqual([1, after.number]);
    const range = { from: before.number, to: after.number, blocks: [before, after], heads: [] };
    expect(await checkBlocks({ ...range, keys })).toEqual([]);
    expect(await checkBlocks({ ...range, keys: keys.slice(0, 1) })).not.toEqual([]);
  });

  it('given keys rotated while blocks are sealed, when all is done, then each block has its own key', async () => {
    let isDone = false;
    const sealing = (async () => {
      for (let index = 0; !isDone || index < 20; index++) {
        const sealed = await testbed.seal([aTick(2, '20', Date.now())]).catch((error: unknown) => String(error));
        if (typeof sealed === 'string') expect(sealed).toContain('is not for key');
      }
    })();
    for (let rotated = 0; rotated < 3; ) {
      const rotation = testbed.transact((tx) => rotatePriceKey(tx, testKeys));
      rotated += await rotation.then(
        () => 1,
        () => 0,
      ); // The last one may not have signed yet.
    }
    isDone = true;
    await sealing;
    const { number } = await readChain(testbed.db);
    const keys = await readKeys(testbed.db);
    const blocks = await readBlocks(testbed.db, { from: 1, to: number });
    expect(keys).toHaveLength(5);
    expect(await checkBlocks({ from: 1, to: number, blocks, keys, heads: [] })).toEqual([]);
  });

  it('given a key that has not signed yet, when another is requested, then it is refused', async () => {
    await testbed.transact((tx) => rotatePriceKey(tx, testKeys));
    await expect(testbed.transact((tx) => rotatePriceKey(tx, testKeys))).rejects.toThrow('signed by the last key');
  });

  it('given another master key, when the price key is opened, then decryption fails', async () => {
    const other = openKeyRing([{ id: 'test', key: Buffer.alloc(32, 8) }]);
    const signer = await testbed.transact((tx) => openPriceKey(tx, other));
    await expect(signer(testbed.db)).rejects.toThrow();
  });

  it('given many unknown key ids, when they arrive, then the table is not read each time, and known keys are found', async () => {
    let reads = 0;
    const counter: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: ({ result }) => {
        reads += 1;
        return Promise.resolve(result);
      },
    };
    const keys = createKnownKeys(testbed.db.withPlugin(counter));
    const { number, keyId } = await testbed.seal([aTick(2, '18', Date.now())]);
    const beganMs = performance.now();
    for (let n = 0; n < 20; n++) expect(await keys.find({ number, keyId: `nobody ${n}` })).toBeUndefined();
    expect(await keys.find({ number, keyId })).toBeDefined();
    expect(await keys.find({ number: 1, keyId })).toBeUndefined();
    const seconds = (performance.now() - beganMs) / 1_000;
    expect(reads).toBeLessThanOrEqual(1 + seconds); // Once a second, however long the machine takes.
  });
});

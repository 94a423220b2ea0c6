import { generateKeyPairSync, sign } from 'node:crypto';
import { blockHash, headerBytes, inventoryBytes, join, keyIdOf, merkleRoot, tickBytes } from '@app/verifier';
import { beforeAll, describe, expect, it } from 'vitest';
import { openScopedBus } from '../../../../test/bus-testbed.ts';
import { follow } from '../../../../test/follow-testbed.ts';
import { aTick, evidence, type PriceTestbed } from '../../../../test/price-testbed.ts';
import { openReceiptTestbed } from '../../../../test/receipt-testbed.ts';
import { testKeys } from '../../../../test/testbed.ts';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { SealedBlock } from './block.ts';
import { publishBlock, rotatePriceKey, sealBlock } from './index.ts';

let testbed: PriceTestbed;
let bus: Bus;

beforeAll(async () => {
  testbed = await openReceiptTestbed();
  bus = await openScopedBus(testbed.database.name);
});

const ticks = () => [aTick(2, '10', Date.now()), aTick(5, '20', Date.now()), aTick(9, '30', Date.now())];

/** Seals and signs the next block without storing it: it can only arrive over the bus. */
async function sealEarly(): Promise<SealedBlock> {
  let early: SealedBlock | undefined;
  const undone = testbed.transact(async (tx) => {
    const sealing = { atMs: Date.now(), ticks: ticks(), signer: testbed.signer, evidence };
    early = (await sealBlock(tx, testbed.chain(), sealing)).block;
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  return early as SealedBlock;
}

const bytes = (count: number, value = 9) => new Uint8Array(count).fill(value);
const dearer = ({ ticks: sealed }: SealedBlock): Pick<SealedBlock, 'body' | 'ticks'> => {
  const others = sealed.map((tick) => ({ ...tick, volume: (tick.volume * 2n) as typeof tick.volume }));
  return { body: join(...others.map(tickBytes)), ticks: others };
};
const richer = ({ inventories: sealed }: SealedBlock): Pick<SealedBlock, 'inventory' | 'inventories'> => {
  const inventories = sealed.map((it) => ({ ...it, base: it.base * 2n }));
  return { inventory: join(...inventories.map(inventoryBytes)), inventories };
};
/** Recomputes everything an attacker without the key can get right. */
async function rehashed(block: SealedBlock): Promise<SealedBlock> {
  const whole = { ...block, root: await merkleRoot(block.ticks.map(tickBytes)) };
  return { ...whole, hash: await blockHash(whole) };
}
async function signedByAnother(block: SealedBlock, keyId?: string): Promise<SealedBlock> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const own = await keyIdOf(new Uint8Array(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')));
  const forged = await rehashed({ ...block, ...dearer(block), keyId: keyId ?? own });
  return { ...forged, signature: new Uint8Array(sign(null, headerBytes(forged), privateKey)) };
}

/** Signs a block with our own key, as from a history that was never stored. */
async function signedByOurs(block: SealedBlock): Promise<SealedBlock> {
  const key = await testbed.transact((tx) => testbed.signer(tx));
  const forged = await rehashed(block);
  return { ...forged, signature: key.sign(headerBytes(forged)) };
}

type Lie = (real: SealedBlock) => SealedBlock | Promise<SealedBlock>;
const LIES: readonly (readonly [string, Lie])[] = [
  ['another body', (real) => ({ ...real, ...dearer(real) })],
  ['another body and its root', async (real) => ({ ...(await rehashed({ ...real, ...dearer(real) })), hash: real.hash })],
  ['another body, root and hash', (real) => rehashed({ ...real, ...dearer(real) })],
  ['a stranger’s key', (real) => signedByAnother(real)],
  ['a stranger’s signature in our key’s name', (real) => signedByAnother(real, real.keyId)],
  ['no signature, of nobody', (real) => ({ ...real, ...dearer(real), signature: bytes(0), keyId: 'nobody', root: bytes(32, 0) })],
  ['another hash', (real) => ({ ...real, hash: bytes(32) })],
  ['another block before it', (real) => rehashed({ ...real, previous: bytes(32) })],
  ['our signature and another block before it', (real) => signedByOurs({ ...real, previous: bytes(32) })],
  ['fewer ticks', (real) => ({ ...real, body: tickBytes(real.ticks[0]!), ticks: real.ticks.slice(0, 1) })],
  ['the same ticks in another form', (real) => ({ ...real, body: join(Uint8Array.of(0x81, 0), real.body.slice(1)) })],
  ['another inventory', (real) => ({ ...real, ...richer(real) })],
  ['no inventory', (real) => ({ ...real, inventory: bytes(0), inventories: [] })],
  ['an older version', (real) => ({ ...real, version: 1 })],
  ['fewer trees', (real) => rehashed({ ...real, roots: [] })],
  ['another time', (real) => rehashed({ ...real, atMs: real.atMs + 1 })],
]; // biome-ignore format: a table

describe('blocks received over the bus', () => {
  it.each(LIES)(
    'given a block with %s, when a follower receives it, then it reads the table instead',
    async (_, lie) => {
      const { number: last } = await testbed.seal(ticks());
      const atFirst = follow(testbed, bus, { after: last });
      const inFlight = follow(testbed, bus, { after: last - 1 });
      await expect.poll(() => inFlight.numbers).toEqual([last]);
      const real = await testbed.seal(ticks());
      publishBlock(bus, await lie(real));
      for (const { batches, numbers } of [atFirst, inFlight]) {
        await expect.poll(() => numbers.at(-1)).toBe(last + 1);
        expect(batches.at(-1)).toEqual([real]);
      }
      const early = await sealEarly();
      publishBlock(bus, early);
      await expect.poll(() => [atFirst.numbers.at(-1), inFlight.numbers.at(-1)]).toEqual([last + 2, last + 2]);
    },
  );

  it.each([['far beyond', 1_000_000_000], ['not far beyond', 400]])(
    'given a number %s the last one, when it was received, then blocks still arrive over the bus', async (_, ahead) => {
      const { number: last } = await testbed.seal(ticks());
      const { numbers } = follow(testbed, bus, { after: last - 1 });
      await expect.poll(() => numbers).toEqual([last]);
      const early = await sealEarly();
      publishBlock(bus, { ...early, number: last + ahead });
      publishBlock(bus, early);
      await expect.poll(() => numbers).toEqual([last, last + 1]);
    },
  ); // biome-ignore format: a table

  it('given only a block number to start from, when the next block is on the bus alone, then it is accepted', async () => {
    const { number: last } = await testbed.seal(ticks());
    const { batches } = follow(testbed, bus, { after: last });
    const early = await sealEarly();
    const publishAgain = () => {
      publishBlock(bus, early);
      return batches;
    };
    await expect.poll(publishAgain).toEqual([[early]]);
  });

  it('given a new key, when its first block arrives, then it is accepted, and blocks of the old key no longer are', async () => {
    const { number: last } = await testbed.seal(ticks());
    const { numbers } = follow(testbed, bus, { after: last - 1 });
    await expect.poll(() => numbers).toEqual([last]);
    const before = await testbed.seal(ticks());
    publishBlock(bus, before);
    await expect.poll(() => numbers.at(-1)).toBe(before.number);
    const replaced = await testbed.transact((tx) => testbed.signer(tx));
    await testbed.transact((tx) => rotatePriceKey(tx, testKeys));
    const early = await sealEarly();
    expect(early.keyId).not.toBe(before.keyId);
    const publishAgain = () => {
      publishBlock(bus, early);
      return numbers.at(-1);
    };
    await expect.poll(publishAgain).toBe(early.number);
    const other = follow(testbed, bus, { after: last });
    await expect.poll(() => other.numbers).toEqual([before.number]);
    const real = await testbed.seal(ticks());
    const forged = await rehashed({ ...real, ...dearer(real), keyId: replaced.id });
    publishBlock(bus, { ...forged, signature: replaced.sign(headerBytes(forged)) });
    await expect.poll(() => other.batches.slice(1)).toEqual([[real]]);
  });
});

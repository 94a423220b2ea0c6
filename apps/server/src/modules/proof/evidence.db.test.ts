import { setTimeout as pause } from 'node:timers/promises';
import { INVENTORY_ROOT, RECEIPTS_ROOT, readInventories, rootNamed } from '@app/verifier';
import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { aTick } from '../../../test/price-testbed.ts';
import { openReceiptTestbed, type ReceiptTestbed } from '../../../test/receipt-testbed.ts';
import type { Receipt } from './index.ts';

let testbed: ReceiptTestbed;
let reader: pg.Client;

beforeAll(async () => {
  testbed = await openReceiptTestbed();
  reader = await testbed.bare('app');
});

const sealOne = () => testbed.seal([aTick(1, '100', Date.now())]);
const issue = (client: pg.Client, { id, kind, block, body }: Receipt) =>
  client.query('insert into receipt (id, kind, block, body) values ($1, $2, $3, $4)', [id, kind, block, body]);

/** Returns the receipts of some blocks, by block. */
async function readSeals(from: number): Promise<ReadonlyMap<number, readonly string[]>> {
  const { rows } = await reader.query('select block, receipts from receipt_seal where block >= $1', [from]);
  return new Map(rows.map(({ block, receipts }) => [Number(block), receipts]));
}

describe('what a block seals besides ticks', () => {
  it('given no receipt, when a block is sealed, then it has what the house holds and no tree of receipts', async () => {
    const block = await sealOne();
    expect(rootNamed(block, RECEIPTS_ROOT)).toBeUndefined();
    expect(rootNamed(block, INVENTORY_ROOT)?.count).toBe(1);
    expect(readInventories(block.inventory)).toEqual([
      { book: 'demo', market: 1, base: 1_000n * 10n ** 18n, quote: 100_000n * 10n ** 18n },
    ]);
  });

  it('given a receipt of a transaction that is slow to commit, when blocks pass, then the first after the commit seals it', async () => {
    const block = await sealOne();
    const slow = await testbed.bare('engine');
    await slow.query('begin');
    const first = testbed.nextReceipt(block);
    const second = testbed.nextReceipt(block);
    await issue(slow, first);
    await issue(await testbed.bare('engine'), second);
    const during = await sealOne();
    await sealOne();
    await slow.query('commit');
    const after = await sealOne();
    await sealOne();
    expect([...(await readSeals(block.number))]).toEqual([
      [during.number, [String(second.id)]],
      [after.number, [String(first.id)]],
    ]);
    expect(rootNamed(after, RECEIPTS_ROOT)?.count).toBe(1);
  });

  it('given a receipt that was rolled back, when blocks pass, then none seals it', async () => {
    const block = await sealOne();
    const engine = await testbed.bare('engine');
    await engine.query('begin');
    await issue(engine, testbed.nextReceipt(block));
    await sealOne();
    await engine.query('rollback');
    await sealOne();
    expect([...(await readSeals(block.number))]).toEqual([]);
  });

  it('given many transactions that overlap with blocks, when all have ended, then each receipt is in exactly one block', async () => {
    const first = await sealOne();
    const issued: string[] = [];
    let areDone = false;
    const writers = Array.from({ length: 6 }, async (_, writer) => {
      const engine = await testbed.bare('engine');
      for (let n = 0; n < 25; n++) {
        const receipt = testbed.nextReceipt(first);
        await engine.query('begin');
        await issue(engine, receipt);
        await pause((writer * 7 + n * 3) % 23);
        await engine.query(n % 5 === 4 ? 'rollback' : 'commit');
        if (n % 5 !== 4) issued.push(String(receipt.id));
      }
    });
    const sealing = (async () => {
      while (!areDone) await sealOne();
    })();
    await Promise.all(writers);
    areDone = true;
    await sealing;
    await sealOne();
    const seals = await readSeals(first.number);
    expect(seals.size).toBeGreaterThan(5);
    expect([...seals.values()].flat().toSorted()).toEqual(issued.toSorted());
  });

  it('given receipts from before the migration, when blocks are sealed, then they are left out', async () => {
    const block = await sealOne();
    const { id, kind, body } = testbed.nextReceipt(block);
    const owner = await testbed.bare('migrate');
    const insert = 'insert into receipt (id, kind, block, body, xid) values ($1, $2, $3, $4, null)';
    await owner.query(insert, [id, kind, block.number, body]);
    await sealOne();
    expect([...(await readSeals(block.number))]).toEqual([]);
  });
});

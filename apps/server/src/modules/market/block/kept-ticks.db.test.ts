import { checkBlocks, checkReceipt, checkTick, readProof, readRange, readReceipt } from '@app/verifier';
import { beforeAll, describe, expect, it } from 'vitest';
import { aTick } from '../../../../test/price-testbed.ts';
import { openReceiptTestbed, type ReceiptTestbed } from '../../../../test/receipt-testbed.ts';
import { createSettings } from '../../reference/index.ts';
import { findKeptAfter } from './block.store.ts';
import { readBlocks, type SealedBlock, sealHead, sweepBlocks } from './index.ts';
import { listBlocks, provePrice } from './prove-price.ts';

const OLD_DAYS = ['2026-01-01', '2026-01-02'] as const;
const BLOCKS_A_DAY = 5;
/** The first and the last block of the first day, with the number of receipts naming each. */
const NAMED = { 1: 1, 5: 2 } as const;
/** A block without a new price of the market follows it, more than two seconds before the trade. */
const LATE = { named: 8, passed: 9, tradedMs: 3_100 } as const;
/** A stop fired at it, and was filled after a pause of its market. */
const FIRED = 3;
/** A bet entered at one and ended long after; the ticks before both show that no earlier one counted. */
const BET = { beforeEntry: 2, entry: 4, beforeExit: 7 } as const;
const KEPT = [1, BET.beforeEntry, FIRED, BET.entry, 5, BET.beforeExit, 8, 9];
const HOLDS = { receipt: [], rule: [], tick: [], seal: [], isAwaited: false };

let testbed: ReceiptTestbed;
const receipts: string[] = [];
const blocks = new Map<number, SealedBlock>();

/** Seals two days long past, and today, which is never dropped. */
beforeAll(async () => {
  testbed = await openReceiptTestbed();
  const owner = await testbed.bare('migrate');
  for (const [index, day] of OLD_DAYS.entries()) {
    for (const parent of ['price_ticks', 'receipt'])
      await owner.query(`create table ${parent}_${day.replaceAll('-', '')} partition of ${parent}
        for values from (id_floor('${day}Z')) to (id_floor('${day}Z'::timestamptz + interval '1 day'))`);
    const startMs = Date.parse(`${day}T00:00:00Z`);
    for (let n = 1; n <= BLOCKS_A_DAY; n++) await sealAt(startMs + (n - 1) * 1_000, index * BLOCKS_A_DAY + n);
  }
  await sealAt(Date.now(), 0);
  const issue = (kind: string, body: unknown) =>
    owner.query('insert into receipt (id, kind, block, body) values ($1, $2, $3, $4)', [
      String(testbed.nextId()),
      kind,
      1_000_000,
      JSON.stringify(body),
    ]);
  const named = (block: number) => ({ market: 1, seq: block, price: `${100 + block}`, block });
  await issue('contract.settlement', { trigger: named(FIRED) });
  await issue('seconds.settlement', {
    entry: { before: named(BET.beforeEntry), tick: named(BET.entry) },
    exit: { before: named(BET.beforeExit), tick: named(1_000_000) },
  });
  await issue('seconds.settlement', { entry: null, exit: null });
  await owner.query('update candle_cursor set block = 10');
});

async function sealAt(atMs: number, number: number): Promise<void> {
  const own = number === LATE.passed ? [] : [aTick(1, `${100 + number}`, atMs)];
  const block = await testbed.seal([...own, aTick(2, '20', atMs)], atMs);
  blocks.set(number, block);
  if (number % 3 === 0) await testbed.transact((tx) => sealHead(tx, testbed.chain()));
  const times = NAMED[number as keyof typeof NAMED] ?? 0; // All others have none.
  for (let n = 0; n < times; n++) receipts.push(await testbed.trade(block, {}, atMs + 200 + n));
  const late = blocks.get(LATE.named);
  if (number === 2 * BLOCKS_A_DAY && late) receipts.push(await testbed.trade(late, {}, late.atMs + LATE.tradedMs)); // Once the blocks before the trade exist.
}

const sweep = async () => {
  const { db } = testbed.as('worker');
  await sweepBlocks(db, createSettings(db));
};

describe('ticks that a receipt names', () => {
  it('given a day of ticks, when the named ones are copied, then they are found by index only', async () => {
    const root = await testbed.bare('postgres');
    await root.query(`begin; analyze receipt, price_block, price_ticks`);
    for (const day of OLD_DAYS) await root.query(`select price_ticks_keep('price_ticks_${day.replaceAll('-', '')}')`);
    const { rows } = await root.query(`select relname, seq_scan::int as read_whole, idx_tup_fetch::int as found
      from pg_stat_xact_user_tables where relname in ('price_ticks_20260101', 'price_ticks_20260102', 'price_block') order by 1`);
    await root.query('rollback');
    expect(rows.map((it) => it.read_whole)).toEqual([0, 0, 0]);
    // The first and the last, which show where the day begins and ends, and those to be kept.
    expect(rows.slice(1).map((it) => it.found)).toEqual([7, 5]);
  });

  it('given a transaction reading old days, when the worker sweeps, then they are copied, and nothing is dropped', async () => {
    const reader = await testbed.bare('app');
    const worker = await testbed.bare('worker');
    await reader.query('set idle_in_transaction_session_timeout = 0; begin; select count(*) from price_ticks');
    expect((await worker.query('select price_ticks_drop(7) as dropped')).rows).toEqual([{ dropped: 0 }]);
    const { rows } = await reader.query('select number from price_ticks_kept order by number');
    expect(rows.map(({ number }) => Number(number))).toEqual(KEPT);
    expect(await readBlocks(testbed.db, { from: 1, to: 11 })).toHaveLength(11);
    await reader.query('commit');
  });

  it('given old days, when the worker sweeps, then they are dropped, and every receipt is still provable', async () => {
    await sweep();
    expect((await readBlocks(testbed.db, { from: 1, to: 11 })).map(({ number }) => number)).toEqual([11]);
    expect(receipts).toHaveLength(4);
    for (const id of receipts) {
      const { data } = await testbed.getReceipt(id);
      expect(data && (await checkReceipt(readReceipt(data, { id, market: 1 })))).toEqual(HOLDS);
    }
  });

  it('given a tick number, when its proof is requested, then only ticks of kept blocks are found', async () => {
    const { db } = testbed.as('app');
    for (const seq of [1, 2, 4, 5, 7, 8, 10])
      expect(await checkTick(readProof((await provePrice(db, 'BTC/USDT', seq)) as never))).toEqual([]);
    for (const seq of [6, 9, 11]) await expect(provePrice(db, 'BTC/USDT', seq)).rejects.toThrow('not_found');
  });

  it('given scattered kept blocks, when blocks are listed or followed, then no gap is shown as a range', async () => {
    const { db } = testbed.as('app');
    const listed = await listBlocks(db, { from: 1, to: 11 });
    expect([listed.from, listed.to]).toEqual([11, 11]);
    expect(await checkBlocks(readRange(listed as never))).toEqual([]);
    expect(await findKeptAfter(db, 1)).toBe(11);
  });

  it('given a second sweep, when nothing is old any more, then nothing changes', async () => {
    await sweep();
    const { rows } = await (await testbed.bare('app')).query('select number from price_ticks_kept');
    expect(rows).toHaveLength(KEPT.length);
  });
});

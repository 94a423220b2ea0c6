import { addTick, type Candle, PERIODS, type Period, type Tick } from '@app/domain/market';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aTick, openPriceTestbed, type PriceTestbed } from '../../../../test/price-testbed.ts';
import { createSettings } from '../../reference/index.ts';
import type { SealedBlock } from '../block/index.ts';
import { readBars } from './candle-reading.store.ts';
import { createCandleKeeper } from './keep-candles.ts';
import { sweepCandles } from './sweep.ts';
import { parseBar } from './wire-bars.ts';

let testbed: PriceTestbed;
const START_MS = Date.UTC(2025, 7, 31, 23, 58); // Two minutes before a day, a week and a month end together.
const MARKETS = [1, 101];

beforeAll(async () => {
  testbed = await openPriceTestbed();
});

const all: SealedBlock[] = [];

/** Seals the given number of blocks, seven seconds apart, with prices that go up and down. */
async function sealMany(count: number): Promise<SealedBlock[]> {
  const blocks: SealedBlock[] = [];
  for (const n of Array.from({ length: count }, (_, index) => all.length + index)) {
    const atMs = START_MS + n * 7_000;
    blocks.push(
      await testbed.seal(MARKETS.map((market) => aTick(market, String(1_000 + ((n * 37 + market) % 50)), atMs))),
    );
  }
  all.push(...blocks);
  return blocks;
}

const stored = async (market: number, period: Period): Promise<readonly Candle[]> => {
  const bars = await readBars(testbed.db, { market, period, fromMs: 0, toMs: START_MS * 2, barsMax: 1_000 });
  return bars.bars.map(parseBar);
};

/** Builds the same bars independently: each tick by itself, into each period by itself. */
function recompute(ticks: readonly Tick[], period: Period): Candle[] {
  const bars = new Map<number, Candle>();
  let last: Candle | undefined;
  for (const tick of ticks) {
    last = addTick(last, tick, period);
    bars.set(last.startMs, last);
  }
  return [...bars.values()];
}

async function expectAllBars(): Promise<void> {
  for (const market of MARKETS)
    for (const period of PERIODS) {
      const ticks = all.flatMap((block) => block.ticks.filter((tick) => tick.market === market));
      expect(await stored(market, period), `${market} ${period}`).toEqual(recompute(ticks, period));
    }
}

describe('the candle keeper', () => {
  it('given blocks across the end of a minute, week and month, when flushed in parts, then every bar is correct', async () => {
    const keeper = createCandleKeeper(testbed);
    for (const count of [1, 9, 30]) {
      keeper.take(await sealMany(count));
      await keeper.flush();
    }
    await expectAllBars();
    expect(await stored(1, '1mon')).toHaveLength(2);
  });

  it('given a keeper that dies between take and flush, when another starts, then each tick counts exactly once', async () => {
    const dying = createCandleKeeper(testbed);
    const blocks = await sealMany(10);
    dying.take(blocks.slice(0, 6));
    await dying.flush();
    dying.take(blocks.slice(6)); // Never flushes.
    const next = createCandleKeeper(testbed);
    await next.flush();
    await expectAllBars();
  });

  it('given a replaced keeper that flushes late, and one that missed blocks, then the bars are the same', async () => {
    const old = createCandleKeeper(testbed);
    const next = createCandleKeeper(testbed);
    const blocks = await sealMany(12);
    old.take(blocks.slice(0, 8));
    next.take(blocks.slice(5)); // It never received the first five.
    await Promise.all([next.flush(), old.flush()]);
    await old.flush();
    await expectAllBars();
  });

  it('given a flush that fails after its write, when it is repeated, then its ticks count once', async () => {
    const root = await testbed.bare('postgres');
    await root.query(`alter table candle_cursor add constraint broken check (block < ${all.length + 5})`);
    const keeper = createCandleKeeper(testbed);
    const before = await stored(1, '1min');
    keeper.take(await sealMany(7));
    await expect(keeper.flush()).rejects.toThrow('broken');
    expect(await stored(1, '1min')).toEqual(before);
    await root.query('alter table candle_cursor drop constraint broken');
    await keeper.flush();
    await expectAllBars();
  });

  it('given old minute bars, when swept, then they are deleted, and the longer ones stay', async () => {
    const root = await testbed.bare('postgres');
    await root.query(
      `insert into candle select 2, p, now() - make_interval(days => d), 1, 1, 1, 1, 0, true
         from generate_series(0, 1) p, unnest(array[59, 61]) d`,
    );
    const { db } = testbed.as('worker');
    await sweepCandles(db, createSettings(db));
    const { rows } = await sql<{ period: number }>`select period from candle where market = 2 order by period`.execute(
      testbed.db,
    );
    expect(rows.map(({ period }) => period)).toEqual([0, 1, 1]);
  });

  it('given any role but the feed’s, when it edits a bar or the cursor, then the database refuses', async () => {
    for (const role of ['app', 'admin', 'engine', 'worker'] as const) {
      const client = await testbed.bare(role);
      await expect(client.query('update candle set close = 2')).rejects.toThrow('permission denied');
      await expect(client.query('update candle_cursor set block = 2')).rejects.toThrow('permission denied');
    }
    const feed = await testbed.bare('feed');
    await expect(feed.query('update candle set open = 2')).rejects.toThrow('permission denied');
    await expect(feed.query('delete from candle')).rejects.toThrow('permission denied');
  });
});

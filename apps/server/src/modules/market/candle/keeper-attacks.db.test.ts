import { beforeEach, describe, expect, inject, it } from 'vitest';
import { aTick, openPriceTestbed, type PriceTestbed } from '../../../../test/price-testbed.ts';
import { atTheEnd } from '../../../../test/testbed.ts';
import { transactOn } from '../../../platform/db/transact.ts';
import { createSettings } from '../../reference/index.ts';
import { type SealedBlock, sealHead, sweepBlocks } from '../block/index.ts';
import { lockCursor } from './candle.store.ts';
import { checkCandles, createCandleKeeper } from './keep-candles.ts';

let testbed: PriceTestbed;

beforeEach(async () => {
  testbed = await openPriceTestbed();
});

/** Of two attacks that take long, the seed picks one; a full run makes both. */
const isDrawn = (turn: 0 | 1): boolean => inject('isLong') || inject('seed') % 2 === turn;

const sealMany = async (count: number, atMs = Date.now()) => {
  for (let n = 0; n < count; n++) await testbed.seal([aTick(1, '100', atMs + n)], atMs + n);
};
const cursor = async () =>
  Number((await (await testbed.bare('audit')).query('select block from candle_cursor')).rows[0].block);
const bars = async () => (await (await testbed.bare('audit')).query('select volume from candle')).rows;

/** A day long past, swept as soon as nothing retains it. */
const OLD_MS = Date.UTC(2026, 0, 1, 12);
const makeOldDay = async () =>
  (await testbed.bare('migrate')).query(`create table price_ticks_20260101 partition of price_ticks
    for values from (id_floor('2026-01-01Z')) to (id_floor('2026-01-02Z'))`);
const sweep = async () => {
  const { db } = testbed.as('worker');
  await sweepBlocks(db, createSettings(db));
};
const hasOldDay = async () =>
  (await (await testbed.bare('audit')).query(`select to_regclass('price_ticks_20260101') as it`)).rows[0].it !== null;

describe('two concurrent candle keepers', () => {
  it.runIf(isDrawn(0))(
    'given a keeper suspended inside its transaction, then the database ends it, and another continues',
    async () => {
      await sealMany(3);
      const awake = Promise.withResolvers<void>();
      const asleep = transactOn(testbed.as('feed').db)(async (tx) => {
        await lockCursor(tx);
        await awake.promise; // Like a suspended process.
      });
      asleep.catch(() => {});
      atTheEnd(awake.resolve);
      await expect.poll(async () => (await cursorHolders()).length).toBe(1);
      const keeper = createCandleKeeper(testbed);
      await expect.poll(() => keeper.flush().then(cursor, () => 'waits')).toBe(3);
    },
  );

  it.runIf(isDrawn(1))(
    'given another session holds the cursor, then the keeper gives up soon, and retries',
    async () => {
      await sealMany(2);
      const holder = await testbed.bare('postgres');
      await holder.query('begin');
      await holder.query('select block from candle_cursor for update');
      const keeper = createCandleKeeper(testbed);
      await expect(keeper.flush()).rejects.toThrow('lock timeout');
      await holder.query('rollback');
      await keeper.flush();
      expect(await cursor()).toBe(2);
    },
  );
});

const cursorHolders = async () =>
  (
    await (
      await testbed.bare('postgres')
    ).query(
      `select pid from pg_stat_activity where datname = current_database() and usename = 'feed' and state = 'idle in transaction'`,
    )
  ).rows;

describe('a candle keeper that lags', () => {
  it('given many blocks it never received, then it reads them in small parts, so that prices are made between them', async () => {
    const root = await testbed.bare('postgres');
    await root.query(`create table steps (block bigint)`);
    await root.query(`create function note_step() returns trigger language plpgsql security definer as
      $$ begin insert into public.steps values (new.block); return new; end $$`);
    await root.query(`create trigger noted before update on candle_cursor for each row execute function note_step()`);
    const count = inject('isLong') ? 230 : 130;
    await sealMany(count);
    await createCandleKeeper(testbed).flush();
    const { rows } = await root.query('select block::int from steps order by 1');
    expect(rows.map(({ block }) => block)).toEqual(inject('isLong') ? [100, 200, 230] : [100, 130]);
  });

  it.runIf(isDrawn(0))(
    'given old blocks not yet rolled up, when old ticks are swept, then they stay until they are',
    async () => {
      await makeOldDay();
      await sealMany(3, OLD_MS);
      await sealMany(2);
      await testbed.transact((tx) => sealHead(tx, testbed.chain()));
      await sweep();
      expect(await hasOldDay()).toBe(true);
      await createCandleKeeper(testbed).flush();
      await sweep();
      expect(await hasOldDay()).toBe(false);
      expect((await bars()).length).toBeGreaterThan(0);
    },
  );

  it.runIf(isDrawn(1))(
    'given ticks that are gone all the same, then it continues after them and logs the missing blocks',
    async () => {
      await makeOldDay();
      await sealMany(3, OLD_MS);
      await sealMany(2);
      await (await testbed.bare('migrate')).query('drop table price_ticks_20260101');
      const logged: unknown[] = [];
      const log = { error: (...args: unknown[]) => void logged.push(args[0]) };
      await createCandleKeeper({ db: testbed.db, log }).flush();
      expect(logged).toEqual([{ from: 1, to: 3 }]);
      expect(await cursor()).toBe(5);
      await sealMany(2);
      await createCandleKeeper({ db: testbed.db, log }).flush();
      expect(logged).toHaveLength(1);
    },
  );

  it('given failing writes, when blocks arrive, then it reports its lag, and no lag once it has written', async () => {
    const keeper = createCandleKeeper(testbed);
    await sealMany(1);
    await keeper.flush();
    keeper.take([await testbed.seal([aTick(1, '100', Date.now())]), await testbed.seal([aTick(1, '101', Date.now())])]);
    expect(keeper.lag()).toBe(2);
    expect(checkCandles(keeper)).toEqual([]);
    keeper.take(Array.from({ length: 400 }, (_, n) => ({ number: 4 + n, ticks: [] }) as unknown as SealedBlock));
    expect(checkCandles(keeper)).toEqual(['candles: 402 blocks are in no bar yet']);
    await keeper.flush();
    expect(checkCandles(keeper)).toEqual([]);
  });
});

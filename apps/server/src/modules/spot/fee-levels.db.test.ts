import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { firstIdAt } from '@app/base';
import { feesAt, levelFor, SPOT_RULES } from '@app/domain/spot';
import { type Amount, formatDecimal, sum, ZERO } from '@app/money';
import { fillsSettled, toOutbox } from '@app/protocol/events';
import fc from 'fast-check';
import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertFill, openPast } from '../../../test/spot-rows.ts';
import { amount, openTestbed, silent, type Testbed } from '../../../test/testbed.ts';
import { publish } from '../../platform/db/outbox.ts';
import { drain, register } from '../../platform/db/outbox-consumer.ts';
import { type Transact, transactOn } from '../../platform/db/transact.ts';
import { createSettings } from '../reference/index.ts';
import { createVolumeConsumer, rankTraders, readFeeLevel } from './fee-levels.ts';
import { readRules } from './read-rules.ts';

const DAY_MS = 86_400_000;
let testbed: Testbed;
let root: pg.Client;
let work: Transact;

beforeAll(async () => {
  testbed = await openTestbed('app');
  root = await testbed.bare('postgres');
  work = transactOn(testbed.as('worker').db);
  await openPast(root, 'spot_fill');
  await work((tx) => register(tx, 'spot.volumes', 'all'));
  await root.query(`alter table spot_fill disable trigger user`); // Each history starts empty.
});
beforeEach(async () => {
  await root.query(`truncate spot_fill, outbox, spot_volume_day, spot_fee_level`);
  await root.query(`update spot_volume_start set day = '2025-01-01'`);
});

const settings = () => createSettings(testbed.db);
const rank = () => rankTraders(testbed.as('worker').db, settings());
const daysAgo = (days: number) => Date.now() - days * DAY_MS;
let made = 0n;

type Trade = {
  readonly taker: bigint | null;
  readonly maker: bigint | null;
  readonly cost: string;
  readonly atMs: number;
  readonly book: 'real' | 'demo';
};
const trade = (taker: bigint, cost: string, rest: Partial<Trade> = {}): Trade => ({
  taker,
  maker: null,
  cost,
  atMs: Date.now(),
  book: 'real',
  ...rest,
});

/** Writes fills and their event as the engine does: one batch, one transaction. */
async function settle(trades: readonly Trade[]): Promise<void> {
  const book = trades[0]?.book ?? 'real';
  const fills = trades.map((it) => {
    made += 1n;
    return { ...it, id: firstIdAt(it.atMs) + made };
  });
  for (const { id, taker, maker, cost, atMs } of fills)
    await insertFill(root, { id, book, taker, maker, price: cost, quantity: '1', at: new Date(atMs) });
  const parts = fills.map(({ id, taker, maker, cost }) => ({
    id,
    market: 1,
    taker,
    maker,
    taker_fee: ZERO as Amount,
    maker_fee: ZERO as Amount,
    cost: amount(cost),
    quote: 'USDT',
  }));
  await testbed.transact((tx) => publish(tx, testbed.nextId, [toOutbox(fillsSettled, { book, fills: parts })]));
}

/**
 * Handles every event. `attempt` may abort a transaction before its commit, as a killed process does. An event is read
 * only once all older transactions of the server have ended, also those of other tests.
 */
async function consume(attempt: Transact = work): Promise<void> {
  const consumer = createVolumeConsumer(settings());
  do await drain(attempt, consumer, silent).catch(() => undefined);
  while ((await left()) > 0);
}

const left = async () =>
  (
    await root.query(
      `select from outbox o, outbox_cursor c where c.consumer = 'spot.volumes' and (o.xid, o.id) > (c.xid, c.id)`,
    )
  ).rowCount ?? 0;

/** Computes the same from all fills, one by one. */
async function naiveLevels() {
  const { rows } = await root.query<{ user: number; cost: string }>(
    `select party.id::int as user, (f.price * f.quantity)::numeric(38, 18)::text as cost
       from spot_fill f, lateral (values (taker), (maker)) as party (id)
      where party.id is not null and book = 'real'
        and f.id >= id_floor(((app_now() at time zone 'UTC')::date - 29)::timestamp at time zone 'UTC')`,
  );
  const byUser = Map.groupBy(rows, ({ user }) => user);
  return [...byUser]
    .map(([user, own]) => ({ user, volume: sum(own.map(({ cost }) => amount(cost))) }))
    .map(({ user, volume }) => ({ user, level: levelFor(volume, SPOT_RULES), volume: formatDecimal(volume) }))
    .filter(({ level }) => level > 0)
    .sort((a, b) => a.user - b.user);
}

const levels = async () =>
  (
    await root.query(
      `select user_id::int as user, level, trim_scale(volume)::text as volume from spot_fee_level order by 1`,
    )
  ).rows;

const histories = fc.array(
  fc.record({
    book: fc.constantFrom('real' as const, 'real' as const, 'demo' as const),
    trades: fc.array(
      fc.record({
        taker: fc.constantFrom(1n, 2n),
        maker: fc.constantFrom(3n, 4n, null),
        cost: fc.constantFrom('0.000000000000000001', '40000', '99999.5', '700000', '12345678.9'),
        day: fc.constantFrom(0, 1, 28, 29, 30, 31, 45),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  }),
  { minLength: 1, maxLength: 6 },
);

describe('fee levels', () => {
  it('equal the sum over all fills of thirty days, for any history, batches and kills before a commit', async () => {
    await fc.assert(
      fc.asyncProperty(histories, fc.array(fc.boolean(), { maxLength: 6 }), async (batches, kills) => {
        await root.query(`truncate spot_fill, outbox, spot_volume_day, spot_fee_level`);
        const killsLeft = [...kills];
        const killed: Transact = (run) =>
          work(async (tx) => {
            const result = await run(tx);
            if (killsLeft.shift() === true) throw new Error('killed before the commit');
            return result;
          });
        for (const [index, { book, trades }] of batches.entries()) {
          await settle(trades.map((it) => ({ ...it, book, atMs: daysAgo(it.day) })));
          if (index % 2 === 0) await consume(killed);
        }
        await Promise.all([consume(killed), consume()]);
        expect(await levels()).toEqual(await naiveLevels());
        await rank();
        expect(await levels()).toEqual(await naiveLevels());
      }),
      { numRuns: 10 },
    );
  });

  it('given a volume that is exactly a level, then it has it; one unit less has the level below and no row', async () => {
    await settle([trade(1n, '60000'), trade(1n, '40000'), trade(2n, '99999.999999999999999999')]);
    await settle([trade(3n, '1000001', { maker: 4n })]);
    await consume();
    expect(await levels()).toEqual([
      { user: 1, level: 1, volume: '100000' },
      { user: 3, level: 2, volume: '1000001' },
      { user: 4, level: 2, volume: '1000001' },
    ]);
  });

  it('given no new fills, when users are ranked again, then no row is touched', async () => {
    await settle([trade(1n, '100000')]);
    await consume();
    const versions = async () => (await root.query(`select user_id, xmin::text from spot_fee_level order by 1`)).rows;
    const before = await versions();
    await rank();
    await consume();
    expect(await versions()).toEqual(before);
  });

  it('given days that leave the window, when users are ranked, then levels fall, and old sums are deleted', async () => {
    await settle([
      trade(1n, '900000', { atMs: daysAgo(10) }),
      trade(1n, '100000'),
      trade(2n, '200000', { atMs: daysAgo(10) }),
    ]);
    await consume();
    expect((await levels()).map(({ level }) => level)).toEqual([2, 1]);
    const setClock = (days: number) =>
      root.query(`create or replace function app_now() returns timestamptz language sql volatile
                  as $$ select clock_timestamp() + interval '${days} days' $$`);
    try {
      await setClock(20);
      await rank();
      expect(await levels()).toEqual([{ user: 1, level: 1, volume: '100000' }]);
      await setClock(61);
      await rank();
      expect(await levels()).toEqual([]);
      expect((await root.query(`select from spot_volume_day`)).rowCount).toBe(0);
    } finally {
      await setClock(0);
    }
  });

  it('given a level without a volume, when users are ranked, then it is gone', async () => {
    await root.query(`insert into spot_fee_level (user_id, level, volume) values (9, 3, 20000000)`);
    await rank();
    expect(await levels()).toEqual([]);
  });

  it('given fills from before the upgrade, then the migration counts past days, and the consumer the rest, once', async () => {
    const migration = await readFile(resolve(import.meta.dirname, '../../../migrations/0036_lists.sql'), 'utf8');
    const backFill = /^insert into spot_volume_day[^;]*;/m.exec(migration)?.[0] ?? '';
    await root.query(`update spot_volume_start set day = (now() at time zone 'UTC')::date - 1`);
    for (const days of [0, 1, 2, 20, 29, 40])
      await settle([trade(1n, '50000', { atMs: daysAgo(days), maker: 2n }), trade(1n, '7', { atMs: daysAgo(days) })]);
    await settle([trade(1n, '5', { book: 'demo', atMs: daysAgo(5) })]);
    await root.query(backFill);
    await consume();
    await rank();
    expect(await levels()).toEqual(await naiveLevels());
    expect(await levels()).toMatchObject([
      { user: 1, volume: '250035' },
      { user: 2, volume: '250000' },
    ]);
  });
});

describe('a user’s fee level', () => {
  const levelOf = async (userId: bigint) => {
    const { level, volume, maker, taker } = await readFeeLevel({ db: testbed.db, settings: settings() }, userId);
    return [level, ...[volume, maker, taker].map((it) => formatDecimal(it))];
  };
  const feesOf = (level: number) => {
    const { maker, taker } = feesAt(level, SPOT_RULES);
    return [formatDecimal(maker), formatDecimal(taker)];
  };

  it('given no trades, when it is read, then it is the first', async () => {
    expect(await levelOf(1n)).toEqual([0, '0', ...feesOf(0)]);
  });

  it('given real trades below the first level, when it is read, then their volume is returned, and no other', async () => {
    await settle([trade(2n, '300.5'), trade(2n, '99.5'), trade(3n, '8000')]);
    await settle([trade(2n, '7000', { book: 'demo' })]);
    await settle([trade(2n, '5000', { atMs: daysAgo(30) })]);
    await consume();
    expect(await levelOf(2n)).toEqual([0, '400', ...feesOf(0)]);
  });

  it('given a user who traded enough, when the fills are consumed, then it is the level the engine charges', async () => {
    await settle([trade(4n, '1000000')]);
    await consume();
    expect(await levelOf(4n)).toEqual([2, '1000000', '0.0005', '0.0009']);
  });
});

describe('the rules', () => {
  it('given unchanged settings, when they are read, then they are those of the domain', async () => {
    expect(await readRules({ settings: settings() })).toEqual({
      is_on: SPOT_RULES.isOn,
      order_min: SPOT_RULES.orderMin,
      order_max: SPOT_RULES.orderMax,
      open_orders_max: SPOT_RULES.openOrdersMax,
      band_rate: SPOT_RULES.bandRate,
      limit_band_rate: SPOT_RULES.limitBandRate,
      warn_rate: SPOT_RULES.warnRate,
      fresh_ms: SPOT_RULES.freshMs,
      fee_levels: SPOT_RULES.feeLevels,
    });
  });
});

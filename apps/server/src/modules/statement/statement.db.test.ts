import { firstIdAt, type TimeOrderedId } from '@app/base';
import { externalAccount, houseAccount, type Mode, move, type Transfer, userAccount } from '@app/domain/ledger';
import { DAY_MS, dayOf, monthOf } from '@app/domain/statement';
import { type Amount, formatDecimal } from '@app/money';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { amount, openTestbed, type Testbed } from '../../../test/testbed.ts';
import { fillFees } from '../spot/index.ts';
import { bookDays } from './book-days.ts';
import { createStatements } from './show-statement.ts';

let testbed: Testbed;
/** A user nobody else in this file uses; ids are times, and this one was born yesterday. */
let userId: bigint;
let born = 0;

beforeAll(async () => {
  testbed = await openTestbed();
  await testbed.allowKinds('app', 'deposit', 'withdrawal', 'spot.fill');
  const feed = await testbed.bare('feed');
  for (const [period, start] of [[0, '1 minute'], [6, '1 day']] as const) // biome-ignore format: a table
    await feed.query(
      `insert into candle (market, period, start_at, open, high, low, close, volume, is_simulated)
       select 1, $1, date_trunc('day', now()) - interval '2 days' + n * $2::interval, 100, 100, 100, 100, 1, false
         from generate_series(0, $3::int) n`,
      [period, start, period === 0 ? 2 * 24 * 60 : 1],
    );
});

beforeEach(async () => {
  born += 1;
  userId = (firstIdAt(Date.now() - DAY_MS) + BigInt(born)) as TimeOrderedId;
  await setClock(0);
});

const statements = () => createStatements({ ...testbed, fees: [fillFees] });
const me = (mode: Mode = 'real') => ({ userId, mode });

/** Moves business time; ids keep the process's clock, so what was posted now becomes the past. */
async function setClock(days: number): Promise<void> {
  const migrate = await testbed.bare('postgres');
  await migrate.query(
    `create or replace function app_now() returns timestamptz language sql volatile parallel safe as
       $$ select clock_timestamp() + interval '${days} days' $$`,
  );
}

let posted = 0;
async function post(kind: Transfer['kind'], entries: Transfer['entries'], mode: Mode = 'real'): Promise<void> {
  posted += 1;
  const { ledger, db, transact } = testbed;
  await ledger.open(
    db,
    mode,
    entries.map(({ account }) => account),
  );
  await transact((tx) => ledger.post(tx, [{ kind, ref: String(posted), mode, entries }]));
}

const mine = (currency: string) => userAccount(userId, 'exchange', currency);
const deposit = (currency: string, text: string) =>
  post('deposit', move(amount(text), externalAccount('test', currency), mine(currency)));
const trade = (base: string, quote: string) =>
  post('spot.fill', [
    ...move(amount(base), houseAccount('test', 'house_ladder', 'BTC'), mine('BTC')),
    ...move(amount(quote), mine('USDT'), houseAccount('test', 'house_ladder', 'USDT')),
  ]);
const text = (value: Amount | null) => (value === null ? null : formatDecimal(value));

describe('statements', () => {
  it('given a deposit and a purchase, when the day ends, then it is booked once and the figures stay the same', async () => {
    await deposit('USDT', '1000');
    await trade('2', '150');
    const month = monthOf(Date.now());
    const today = await statements().holdings(me());
    expect(today.list.map((coin) => [coin.currency, text(coin.quantity), text(coin.cost)])).toEqual([
      ['USDT', '850', '850'],
      ['BTC', '2', '150'],
    ]);
    const live = await statements().range(me(), { from: dayOf(Date.now()), to: dayOf(Date.now()) });
    await setClock(2);
    await Promise.all(Array.from({ length: 5 }, () => bookDays({ ...testbed, fees: [fillFees] }, me())));
    const booked = await statements().range(me(), { from: dayOf(Date.now()), to: dayOf(Date.now()) });
    expect(booked).toEqual(live);
    expect([text(booked.closing), text(booked.total), text(booked.held)]).toEqual(['1050', '50', '50']);
    expect(booked.flows.map(({ kind, value }) => [kind, text(value)])).toEqual([['deposit', '1000']]);
    expect((await statements().holdings(me())).list).toHaveLength(2);
    expect((await statements().month(me(), month)).first_month).toBe(month);
  });

  it('given booked days that lead to other balances, when they are read, then they are computed again', async () => {
    await deposit('USDT', '10');
    await setClock(2);
    await statements().holdings(me());
    const migrate = await testbed.bare('migrate');
    await migrate.query('update statement_lot set quantity = quantity + 1, cost = cost + 1 where user_id = $1', [
      userId,
    ]);
    expect((await statements().holdings(me())).list.map(({ quantity }) => text(quantity))).toEqual(['10']);
  });

  it('given two users and two modes, then each sees its own', async () => {
    await deposit('USDT', '5');
    const other = await statements().holdings({ userId: userId + 1_000_000n, mode: 'real' });
    expect([other.list, (await statements().holdings(me('demo'))).list]).toEqual([[], []]);
  });

  it('given an id from before all time, then its history begins with the first possible day', async () => {
    expect((await statements().holdings({ userId: 7n, mode: 'real' })).list).toEqual([]);
  });

  it('given no activity, then a month is empty and names no first month', async () => {
    const month = await statements().month(me(), '2026-01');
    expect([month.first_month, text(month.closing), month.coins, month.ended]).toEqual([null, '0', [], true]);
    expect((await statements().days(me(), monthOf(Date.now()))).list).toEqual([]);
  });

  it('given a sale of a half, then its result is its proceeds less half of the cost, in month and day alike', async () => {
    await deposit('USDT', '1000');
    await trade('2', '150');
    await post('spot.fill', [
      ...move(amount('1'), mine('BTC'), houseAccount('test', 'house_ladder', 'BTC')),
      ...move(amount('90'), houseAccount('test', 'house_ladder', 'USDT'), mine('USDT')),
    ]);
    const { list } = await statements().days(me(), monthOf(Date.now()));
    const { name, results, held, total, opening } = list.at(-1) ?? {};
    expect([name, text(opening ?? null), results?.map(({ value }) => text(value))]).toEqual([
      dayOf(Date.now()),
      '0',
      ['15'],
    ]);
    expect([text(held ?? null), text(total ?? null)]).toEqual(['25', '40']);
  });
});

import { type Limit, type LimitKind, NO_LIMIT } from '@app/domain/limits';
import { formatDecimal } from '@app/money';
import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { amount, openTestbed, type Testbed } from '../../../test/testbed.ts';
import { createSettings } from '../reference/index.ts';
import { changeLimit, type LimitsDeps } from './change-limit.ts';
import { limitsOf } from './index.ts';
import { readLimits } from './read-limits.ts';

let testbed: Testbed;
let root: pg.Client;
let deps: LimitsDeps;
let people = 0;

beforeAll(async () => {
  testbed = await openTestbed('app');
  root = await testbed.bare('postgres');
  deps = { ...testbed, settings: createSettings(testbed.db) };
});
beforeEach(() => setClock('0'));

/** Shifts business time for the whole database, which belongs to this file. */
const setClock = (ahead: string) =>
  root.query(`create or replace function app_now() returns timestamptz language sql volatile as
    $$ select clock_timestamp() + interval '${ahead}' $$`);

async function newUser(): Promise<bigint> {
  people += 1;
  const id = testbed.nextId();
  await root.query(
    `insert into user_account (id, email, password_hash, nickname, invite_code, risk_text_version)
     values ($1, $2, '$argon2id$test', 'Test', $3, 1)`,
    [id, `limits-${people}@example.com`, `LIMIT${people}`],
  );
  return id;
}

const change = (userId: bigint, kind: LimitKind, requested: Partial<Limit>) =>
  changeLimit(deps, { userId, kind, requested: { ...NO_LIMIT, ...requested } });
const set = (userId: bigint, text: string) => change(userId, 'daily_loss', { amount: amount(text) });
const loss = async (userId: bigint) => {
  const { dailyLoss } = await limitsOf(testbed.db, userId);
  return dailyLoss === null ? 'none' : formatDecimal(dailyLoss);
};
const rows = async (userId: bigint) =>
  (await root.query(`select * from personal_limit where user_id = $1 order by kind`, [userId])).rows;

describe('personal limits', () => {
  it('given nothing was set, when limits are read, then every kind is listed and none is active', async () => {
    const none = { amount: null, until: null, next: null };
    const { list } = await readLimits(testbed.db, await newUser());
    expect(list).toEqual(['daily_loss', 'daily_deposit', 'cool_off'].map((kind) => ({ kind, ...none })));
  });

  it('given 100, when 50 is requested, then it applies at once; 200 applies after a day and not before', async () => {
    const me = await newUser();
    const other = await newUser();
    await set(other, '7');
    const untouched = await rows(other);
    await set(me, '100');
    await set(me, '50');
    expect(await loss(me)).toBe('50');
    const { list } = await set(me, '200');
    expect(list[0]).toMatchObject({ amount: amount('50'), next: { amount: amount('200') } });
    await setClock('23 hours 59 minutes');
    expect(await loss(me)).toBe('50');
    await setClock('24 hours 1 minute');
    expect(await loss(me)).toBe('200');
    expect((await readLimits(testbed.db, me)).list[0]).toMatchObject({ amount: amount('200'), next: null });
    expect(await rows(other)).toEqual(untouched);
  });

  it('given a cool-off, when it is cancelled, then it lasts another day; other limits stay', async () => {
    const me = await newUser();
    const untilMs = Date.now() + 72 * 3_600_000;
    await set(me, '5');
    await change(me, 'cool_off', { untilMs });
    await change(me, 'cool_off', {});
    await setClock('23 hours');
    expect(await limitsOf(testbed.db, me)).toMatchObject({ coolOffUntilMs: untilMs, dailyLoss: amount('5') });
    await setClock('25 hours');
    expect(await limitsOf(testbed.db, me)).toMatchObject({ coolOffUntilMs: null, dailyLoss: amount('5') });
  });

  it('given twenty concurrent changes, repeatedly, when they finish, then the tightest requested limit applies', async () => {
    const me = await newUser();
    for (const round of [900, 800, 700, 600, 500]) {
      const requests = Array.from({ length: 20 }, (_, index) => String(round + ((index * 7) % 20)));
      await Promise.all(requests.map((text) => set(me, text)));
      expect(await loss(me)).toBe(String(round));
    }
    expect(await rows(me)).toHaveLength(1);
  });

  it.each([
    ['daily_loss', { amount: amount('-1') }],
    ['daily_deposit', { untilMs: Date.now() + 60_000 }],
    ['cool_off', { amount: amount('1') }],
    ['cool_off', { untilMs: Date.now() - 1 }],
    ['cool_off', { untilMs: Date.now() + 366 * 24 * 3_600_000 }],
  ] as const)(
    'given an invalid %s, when it is requested, then it is refused and nothing is stored',
    async (kind, requested) => {
      const me = await newUser();
      await expect(change(me, kind, requested)).rejects.toThrow('parameter_error');
      expect(await rows(me)).toEqual([]);
    },
  );

  it('given the engine role, when it accesses limits, then it can read but not write', async () => {
    const me = await newUser();
    await set(me, '5');
    const engine = await testbed.bare('engine');
    expect((await engine.query(`select 1 from personal_limit where user_id = ${me}`)).rows).toHaveLength(1);
    await expect(engine.query(`update personal_limit set amount = 9`)).rejects.toThrow('permission denied');
  });
});

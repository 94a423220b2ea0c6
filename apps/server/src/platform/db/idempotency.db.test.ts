import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { openTestbed, type Testbed } from '../../../test/testbed.ts';
import { once, type Request, recall, refuseUnusableKey } from './idempotency.ts';

let testbed: Testbed;
let counter = 0;

beforeAll(async () => {
  testbed = await openTestbed('app');
});

const keyAt = (ms: number) => {
  const hex = ms.toString(16).padStart(12, '0');
  counter += 1;
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${counter.toString(16).padStart(12, '0')}`;
};

const request = (change: Partial<Request> = {}): Request => ({
  key: keyAt(Date.now()),
  userId: 1n,
  route: 'POST /wallet/change',
  body: 'amount=1',
  ...change,
});

/** Runs a countable effect: inserts its own timer row. */
const effect = (name: string) => async (tx: Parameters<Parameters<Testbed['transact']>[0]>[0]) => {
  await sql`insert into timer (kind, ref, due_at) values ('effect', ${`${name}-${Math.random()}`}, now())`.execute(tx);
  return { name };
};
const effects = async (name: string) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from timer where ref like ${`${name}-%`}`.execute(
    testbed.db,
  );
  return rows[0]?.n;
};

describe('an idempotent call', () => {
  it('given the same key twice, when the second arrives, then it gets the first answer and nothing happens', async () => {
    const call = request();
    expect(await once(testbed.transact, call, effect('twice'))).toEqual({ answer: { name: 'twice' }, replayed: false });
    expect(await once(testbed.transact, call, effect('twice'))).toEqual({ answer: { name: 'twice' }, replayed: true });
    expect(await effects('twice')).toBe(1);
  });

  it('given ten at once with one key, when all end, then one took effect and all have its answer', async () => {
    const call = request();
    const answers = await Promise.all(Array.from({ length: 10 }, () => once(testbed.transact, call, effect('race'))));
    expect(answers.map(({ answer }) => answer)).toEqual(Array.from({ length: 10 }, () => ({ name: 'race' })));
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await effects('race')).toBe(1);
  });

  it('given a refusal, when the same key arrives again, then it is tried again', async () => {
    const call = request();
    const refusal = () => Promise.reject(new Error('insufficient_balance'));
    await expect(once(testbed.transact, call, refusal)).rejects.toThrow('insufficient_balance');
    expect(await recall(testbed.db, call)).toBeUndefined();
    expect(await once(testbed.transact, call, effect('after-refusal'))).toMatchObject({
      answer: { name: 'after-refusal' },
      replayed: false,
    });
  });

  it('given a used key, when sent with another body or route, then it is refused; another user may use it', async () => {
    const call = request();
    await once(testbed.transact, call, effect('mine'));
    await expect(once(testbed.transact, { ...call, body: 'amount=2' }, effect('mine'))).rejects.toThrow(
      'idempotency_key_reused',
    );
    await expect(once(testbed.transact, { ...call, route: 'POST /other' }, effect('mine'))).rejects.toThrow(
      'idempotency_key_reused',
    );
    await once(testbed.transact, { ...call, userId: 2n }, effect('theirs'));
    expect([await effects('mine'), await effects('theirs')]).toEqual([1, 1]);
  });

  it('given a key outside the window, when it is used, then it is refused', () => {
    const now = 1_800_000_000_000;
    const day = 24 * 60 * 60 * 1000;
    expect(() => refuseUnusableKey(keyAt(now - day), now)).not.toThrow();
    expect(() => refuseUnusableKey(keyAt(now - day - 1), now)).toThrow('idempotency_key_expired');
    expect(() => refuseUnusableKey(keyAt(now + 11 * 60 * 1000), now)).toThrow('idempotency_key_expired');
    expect(() => refuseUnusableKey('4a7c1a52-1111-4111-8111-111111111111', now)).toThrow('idempotency_key_malformed');
    expect(() => refuseUnusableKey('', now)).toThrow('idempotency_key_malformed');
  });
});

import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';
import { once, type Request, recall, refuseUnusableKey } from './idempotency.ts';

let world: World;
let counter = 0;

beforeAll(async () => {
  world = await openWorld('app');
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

/** An effect that can be counted: a timer row of its own. */
const effect = (name: string) => async (tx: Parameters<Parameters<World['transact']>[0]>[0]) => {
  await sql`insert into timer (kind, ref, due_at) values ('effect', ${`${name}-${Math.random()}`}, now())`.execute(tx);
  return { name };
};
const effects = async (name: string) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from timer where ref like ${`${name}-%`}`.execute(
    world.db,
  );
  return rows[0]?.n;
};

describe('an idempotent call', () => {
  it('given the same key twice, when the second comes, then it gets the first answer and nothing happens', async () => {
    const call = request();
    expect(await once(world.transact, call, effect('twice'))).toEqual({ name: 'twice' });
    expect(await once(world.transact, call, effect('twice'))).toEqual({ name: 'twice' });
    expect(await effects('twice')).toBe(1);
  });

  it('given ten at once with one key, when all end, then one had its effect and all have its answer', async () => {
    const call = request();
    const answers = await Promise.all(Array.from({ length: 10 }, () => once(world.transact, call, effect('race'))));
    expect(answers).toEqual(Array.from({ length: 10 }, () => ({ name: 'race' })));
    expect(await effects('race')).toBe(1);
  });

  it('given a refusal, when the same key comes again, then it is tried anew', async () => {
    const call = request();
    const refusal = () => Promise.reject(new Error('insufficient_balance'));
    await expect(once(world.transact, call, refusal)).rejects.toThrow('insufficient_balance');
    expect(await recall(world.db, call)).toBeUndefined();
    expect(await once(world.transact, call, effect('after-refusal'))).toEqual({ name: 'after-refusal' });
  });

  it('given a used key, when it comes with another body or route, then it is refused; another user may have it', async () => {
    const call = request();
    await once(world.transact, call, effect('mine'));
    await expect(once(world.transact, { ...call, body: 'amount=2' }, effect('mine'))).rejects.toThrow(
      'idempotency_key_reused',
    );
    await expect(once(world.transact, { ...call, route: 'POST /other' }, effect('mine'))).rejects.toThrow(
      'idempotency_key_reused',
    );
    await once(world.transact, { ...call, userId: 2n }, effect('theirs'));
    expect([await effects('mine'), await effects('theirs')]).toEqual([1, 1]);
  });

  it('given a key from outside the window, when it is used, then it is refused', () => {
    const now = 1_800_000_000_000;
    const day = 24 * 60 * 60 * 1000;
    expect(() => refuseUnusableKey(keyAt(now - day), now)).not.toThrow();
    expect(() => refuseUnusableKey(keyAt(now - day - 1), now)).toThrow('idempotency_key_expired');
    expect(() => refuseUnusableKey(keyAt(now + 11 * 60 * 1000), now)).toThrow('idempotency_key_expired');
    expect(() => refuseUnusableKey('4a7c1a52-1111-4111-8111-111111111111', now)).toThrow('idempotency_key_malformed');
    expect(() => refuseUnusableKey('', now)).toThrow('idempotency_key_malformed');
  });
});

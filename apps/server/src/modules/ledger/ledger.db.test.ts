import { hold, move, type Transfer, userAccount } from '@app/domain/ledger';
import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { amount, openTestbed, type Testbed } from '../../../test/testbed.ts';
import type { Tx } from '../../platform/db/database.ts';

let testbed: Testbed;
const account = (user: bigint) => userAccount(user, 'exchange', 'USDT');

beforeAll(async () => {
  testbed = await openTestbed('engine');
});

const pay = (ref: string, text: string, from: bigint, to: bigint): Transfer => ({
  kind: 'spot.fill',
  ref,
  mode: 'real',
  entries: move(amount(text), account(from), account(to)),
});

const post = (...transfers: readonly Transfer[]) => testbed.transact((tx) => testbed.ledger.post(tx, transfers));

const LOCK_NOT_AVAILABLE = '55P03';

/** Posts, and again after a lock timeout, as a client would: on a busy machine 300 at once wait longer than allowed. */
const postPatiently = (transfer: Transfer): Promise<unknown> =>
  post(transfer).catch((error: unknown) => {
    const isTimeout = error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE;
    return isTimeout ? postPatiently(transfer) : Promise.reject(error);
  });

async function balanceOf(user: bigint): Promise<string> {
  const [found] = await testbed.ledger.read(testbed.db, 'real', [account(user)]);
  return `${(found?.available ?? 0n) / 10n ** 18n}/${(found?.frozen ?? 0n) / 10n ** 18n}`;
}

describe('the ledger', () => {
  it('given 1,000, when 300 transfers of 7 race, then exactly 142 are accepted and 6 remain', async () => {
    await testbed.fund(10n, 'exchange', 'USDT', '1000');
    await testbed.ledger.open(testbed.db, 'real', [account(11n)]);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 300 }, (_, n) => postPatiently(pay(`race-${n}`, '7', 10n, 11n))),
    );
    const refused = outcomes.filter((it) => it.status === 'rejected').map((it) => it.reason);
    expect(outcomes.filter((it) => it.status === 'fulfilled')).toHaveLength(142);
    expect(
      refused.every((it) => it instanceof DatabaseError && it.constraint === 'available_stays_above_its_floor'),
    ).toBe(true);
    expect(await balanceOf(10n)).toBe('6/0');
    expect(await balanceOf(11n)).toBe('994/0');
  });

  it('given a posted transfer, when it is posted again, then nothing changes; with other entries it is a defect', async () => {
    await testbed.fund(20n, 'exchange', 'USDT', '100');
    await testbed.ledger.open(testbed.db, 'real', [account(21n)]);
    expect(await post(pay('again', '10', 20n, 21n))).toHaveLength(1);
    expect(await post(pay('again', '10', 20n, 21n))).toHaveLength(0);
    await expect(post(pay('again', '11', 20n, 21n))).rejects.toThrow('was posted before');
    await expect(post(pay('again', '10', 21n, 20n))).rejects.toThrow('was posted before');
    expect(await balanceOf(20n)).toBe('90/0');
  });

  it('given one transfer, when ten posts of it race, then it is posted once', async () => {
    await testbed.fund(30n, 'exchange', 'USDT', '100');
    await testbed.ledger.open(testbed.db, 'real', [account(31n)]);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => post(pay('one-fact', '10', 30n, 31n))));
    expect(outcomes.flat()).toHaveLength(1);
    expect(await balanceOf(30n)).toBe('90/0');
  });

  it('given a batch with one impossible transfer, when it is posted, then nothing is posted', async () => {
    await testbed.fund(40n, 'exchange', 'USDT', '10');
    await testbed.ledger.open(testbed.db, 'real', [account(41n)]);
    await expect(post(pay('fits', '6', 40n, 41n), pay('too-much', '6', 40n, 41n))).rejects.toThrow();
    expect(await balanceOf(40n)).toBe('10/0');
    expect(await post(pay('fits', '6', 40n, 41n))).toHaveLength(1);
  });

  it('given the same transfer twice in one batch, when it is posted, then it is posted once', async () => {
    await testbed.fund(50n, 'exchange', 'USDT', '10');
    await testbed.ledger.open(testbed.db, 'real', [account(51n)]);
    expect(await post(pay('twin', '4', 50n, 51n), pay('twin', '4', 50n, 51n))).toHaveLength(1);
    expect(await balanceOf(50n)).toBe('6/0');
  });

  it('given transfers of several kinds, when they are posted together, then their ids have the order given', async () => {
    await testbed.fund(55n, 'exchange', 'USDT', '10');
    await testbed.ledger.open(testbed.db, 'real', [account(56n)]);
    const held: Transfer = { kind: 'spot.hold', ref: 'order', mode: 'real', entries: hold(amount('3'), account(55n)) };
    await post(held, pay('order-2', '2', 55n, 56n), pay('order-1', '1', 55n, 56n));
    const { rows } = await sql<{ ref: string }>`
      select ref from ledger_transfer where ref like 'order%' order by id`.execute(testbed.db);
    expect(rows.map(({ ref }) => ref)).toEqual(['order', 'order-2', 'order-1']);
  });

  it('given available money, when part of it is held, then it is frozen and cannot be spent', async () => {
    await testbed.fund(60n, 'exchange', 'USDT', '10');
    await testbed.ledger.open(testbed.db, 'real', [account(61n)]);
    await post({ kind: 'spot.hold', ref: 'h', mode: 'real', entries: hold(amount('7'), account(60n)) });
    expect(await balanceOf(60n)).toBe('3/7');
    await expect(post(pay('frozen', '4', 60n, 61n))).rejects.toThrow('available_stays_above_its_floor');
  });

  it('given two posts in one transaction, when the second runs, then it is a defect', async () => {
    await testbed.fund(70n, 'exchange', 'USDT', '10');
    await testbed.ledger.open(testbed.db, 'real', [account(71n)]);
    const twice = testbed.transact(async (tx) => {
      await testbed.ledger.post(tx, [pay('first', '1', 70n, 71n)]);
      await testbed.ledger.post(tx, [pay('second', '1', 70n, 71n)]);
    });
    await expect(twice).rejects.toThrow('a transaction posts once');
    expect(await balanceOf(70n)).toBe('10/0');
  });

  it('given accounts that were locked, when more are locked or another is posted to, then it is a defect', async () => {
    await testbed.fund(75n, 'exchange', 'USDT', '10');
    await testbed.fund(76n, 'exchange', 'USDT', '10');
    const lock = (tx: Tx, ...users: bigint[]) => testbed.ledger.lock(tx, 'real', users.map(account));
    const posting = (ref: string) => [pay(ref, '1', 75n, 76n)];
    const covered = testbed.transact(async (tx) => {
      await lock(tx, 75n, 76n);
      return await testbed.ledger.post(tx, posting('covered'));
    });
    expect(await covered).toHaveLength(1);
    const uncovered = testbed.transact(async (tx) => {
      await lock(tx, 75n);
      await testbed.ledger.post(tx, posting('uncovered'));
    });
    await expect(uncovered).rejects.toThrow('was locked before it is posted to');
    const twice = testbed.transact(async (tx) => {
      await lock(tx, 75n);
      await lock(tx, 76n);
    });
    await expect(twice).rejects.toThrow('locks once');
  });

  it('given an account that was never opened, when it is named, then it is a defect that names it', async () => {
    await testbed.fund(80n, 'exchange', 'USDT', '10');
    await expect(post(pay('nowhere', '1', 80n, 81n))).rejects.toThrow('user:81|exchange|USDT');
  });

  it('given accounts in any order, when they are locked, then they are returned in the order requested', async () => {
    await testbed.fund(90n, 'exchange', 'USDT', '1');
    await testbed.fund(91n, 'exchange', 'USDT', '2');
    const owners = await testbed.transact(async (tx) =>
      (await testbed.ledger.lock(tx, 'real', [account(91n), account(90n)])).map(({ owner }) => owner),
    );
    expect(owners).toEqual(['user:91', 'user:90']);
  });
});

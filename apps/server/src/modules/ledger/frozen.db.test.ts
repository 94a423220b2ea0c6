import { hold, userAccount } from '@app/domain/ledger';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { amount, openTestbed, type Testbed } from '../../../test/testbed.ts';
import { audit } from './auditor.ts';
import type { FrozenReason } from './frozen.store.ts';

let testbed: Testbed;

/** Product that explains so much of user 1's frozen USDT. */
const explaining = (invariant: string, held: string, kind: FrozenReason['kind'] = 'exchange'): FrozenReason => ({
  invariant,
  kind,
  freezes: ['spot.hold'],
  held: () =>
    Promise.resolve(sql`select 'user:1' as owner, 'USDT' as currency, 'real' as book, ${held}::numeric as held`),
});

const breachesOf = async (...frozen: readonly FrozenReason[]) => {
  const report = await audit(testbed.as('worker').db, async () => {}, { frozen });
  return report?.breaches.map(({ invariant, detail }) => `${invariant}: ${detail.replaceAll(/\.0+\b/g, '')}`);
};

beforeAll(async () => {
  testbed = await openTestbed('engine');
  await testbed.fund(1n, 'exchange', 'USDT', '100');
  const entries = hold(amount('50'), userAccount(1n, 'exchange', 'USDT'));
  await testbed.transact((tx) => testbed.ledger.post(tx, [{ kind: 'spot.hold', ref: '1', mode: 'real', entries }]));
});

describe('frozen money', () => {
  it('given no product explains accounts of its kind, then it is a breach', async () => {
    const detail = 'user:1 exchange USDT in the real book shows 50 frozen, and no product explains such accounts';
    expect(await breachesOf()).toEqual([`A16: ${detail}`]);
    expect(await breachesOf(explaining('W1', '0', 'wallet'))).toEqual([`A16: ${detail}`]);
  });

  it('given two products freeze in the same account, then their sum explains it, and neither alone does', async () => {
    expect(await breachesOf(explaining('S1', '20'), explaining('T1', '30'))).toEqual([]);
    expect(await breachesOf(explaining('S1', '20'), explaining('T1', '31'))).toEqual([
      'S1+T1: user:1 exchange USDT in the real book shows 50 frozen, and 51 is explained',
    ]);
    expect(await breachesOf(explaining('S1', '20'))).toHaveLength(1);
  });

  it('given it is on an account that is no user’s, then it is a breach, whatever products explain', async () => {
    await (await testbed.bare('postgres')).query(
      `insert into ledger_account (owner, kind, currency, book, floored, floor, available, frozen)
       values ('deal:1', 'escrow', 'USDT', 'real', true, 0, 0, 1), ('house:1', 'fee_income', 'USDT', 'real', false, null, -2, 2)`,
    );
    const found = await breachesOf(explaining('S1', '50'));
    expect(found?.filter((it) => it.startsWith('A16')).sort()).toEqual([
      'A16: deal:1 escrow USDT in the real book shows 1 frozen, and no product explains such accounts',
      'A16: house:1 fee_income USDT in the real book shows 2 frozen, and no product explains such accounts',
    ]);
  });
});

import { hold } from '@app/domain/ledger';
import { exchangeAccount } from '@app/domain/spot';
import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertOrder } from '../../../test/spot-rows.ts';
import { amount, openTestbed, type Testbed } from '../../../test/testbed.ts';
import { audit } from '../ledger/index.ts';
import { explainFrozen } from './explain-frozen.ts';

let testbed: Testbed;
let root: pg.Client;

/** A user with two open orders, one on each side, and their money on hold. */
beforeEach(async () => {
  await root.query(`set session_replication_role = replica; delete from spot_order`);
});

beforeAll(async () => {
  testbed = await openTestbed('engine');
  root = await testbed.bare('postgres');
  for (const [user, currency, held] of [
    [1n, 'USDT', '50'],
    [1n, 'BTC', '1'],
  ] as const) {
    const account = exchangeAccount(user, currency);
    await testbed.fund(user, 'exchange', currency, '100');
    const entries = hold(amount(held), account);
    await testbed.transact((tx) =>
      testbed.ledger.post(tx, [{ kind: 'spot.hold', ref: currency, mode: 'real', entries }]),
    );
  }
});

const order = (columns: object) => insertOrder(root, { id: testbed.nextId(), user_id: 1n, ...columns });
const runAudit = async () => {
  const report = await audit(testbed.as('worker').db, async () => {}, { frozen: [explainFrozen] });
  return (report?.breaches ?? []).filter(({ invariant }) => invariant === 'S1').map(({ detail }) => detail);
};
const explainAll = async () => {
  await order({ side: 'buy', held: '20' });
  await order({ side: 'buy', held: '30', market: 2 });
  await order({ side: 'sell', held: '1' });
};

describe('frozen balances of orders', () => {
  it('given orders that hold exactly what is frozen, when the auditor runs, then it reports no breach', async () => {
    await explainAll();
    await order({ status: 'filled', held: '0', closed_at: new Date() });
    await order({ held: '0' }); // One that holds nothing has no effect.
    expect(await runAudit()).toEqual([]);
  });

  it('given a hold that a superuser changed by one unit, when the auditor runs, then it names account and both sums', async () => {
    await explainAll();
    await root.query(`update spot_order set held = held + 0.000000000000000001 where held = 20`);
    const [breach, ...others] = await runAudit();
    expect(others).toEqual([]);
    expect(breach).toMatch(/user:1 exchange USDT in the real book shows 50\.0+ frozen, and 50\.0+1 is explained/);
  });

  it('given a frozen balance and no order, when the auditor’s slice covers it, then it is reported', async () => {
    await order({ side: 'sell', held: '1' });
    expect(await runAudit()).toEqual([
      expect.stringMatching(/user:1 exchange USDT in the real book shows 50\.0+ frozen, and nothing explains it/),
    ]);
  });

  it('given an order without money, in the other mode or of an unknown market, when audited, then each is reported', async () => {
    await explainAll();
    await order({ user_id: 2n, held: '3' });
    await order({ book: 'demo', held: '4' });
    await order({ market: 999, held: '5' });
    const found = (await runAudit()).map((detail) => detail.replaceAll(/\.0+\b/g, '')).sort();
    expect(found).toEqual([
      'user:1 exchange ? in the real book shows 0 frozen, and 5 is explained',
      'user:1 exchange BTC in the demo book shows 0 frozen, and 4 is explained',
      'user:2 exchange BTC in the real book shows 0 frozen, and 3 is explained',
    ]);
  });
});

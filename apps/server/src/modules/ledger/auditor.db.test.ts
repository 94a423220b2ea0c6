import { type AccountName, move, userAccount } from '@app/domain/ledger';
import { fundAccounts } from '@app/testkit';
import type pg from 'pg';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DAMAGED_USERS, damagesOf } from '../../../test/ledger-damages.ts';
import { amount, openTestbed, type Testbed } from '../../../test/testbed.ts';
import type { Breach } from './audit.store.ts';
import { audit, auditHealth, replay } from './auditor.ts';

/** All damage here is done by a superuser with the triggers off: no process of ours could do it. */
let testbed: Testbed;
let root: pg.Client;
let seen: Breach[];
const account = (user: bigint) => userAccount(user, 'exchange', 'USDT');

const runAudit = async () => {
  seen = [];
  const report = await audit(testbed.as('worker').db, (_tx, breaches) => {
    seen.push(...breaches);
    return Promise.resolve();
  });
  expect(report?.breaches).toEqual(seen);
  return [...new Set(seen.map(({ invariant }) => invariant))].sort();
};

const post = (ref: string, text: string, from: AccountName, to: AccountName) =>
  testbed.transact((tx) =>
    testbed.ledger.post(tx, [{ kind: 'spot.fill', ref, mode: 'real', entries: move(amount(text), from, to) }]),
  );
const pay = (ref: string, text: string) => post(ref, text, account(1n), account(2n));

/**
 * Resets the change counters. They arrive up to seconds after their transaction, so a late one would be reported as a
 * breach.
 */
async function forgetChanges(): Promise<void> {
  await root.query(`select pg_stat_force_next_flush()`);
  await root.query(`select pg_stat_reset()`);
}

beforeAll(async () => {
  testbed = await openTestbed('engine');
  root = await testbed.bare('postgres');
  for (const user of [1n, 2n]) await testbed.fund(user, 'exchange', 'USDT', '100');
  await pay('first', '10');
});
afterEach(async () => {
  expect(await replay(testbed.db)).toEqual([]);
});

describe('the auditor', () => {
  it('given sound money, when it runs repeatedly, then it finds nothing and folds forward', async () => {
    expect(await runAudit()).toEqual([]);
    await pay('second', '5');
    expect(await runAudit()).toEqual([]);
    await pay('third', '5');
    expect(await runAudit()).toEqual([]);
    expect(await auditHealth(testbed.as('worker').db)).toEqual([]);
    const { rows } = await root.query(`select count(*)::int as n from ledger_checkpoint`);
    expect(rows[0].n).toBe(5); // Two wallets, two exchange accounts and the external one.
  });

  it('given a transaction still open, when others commit past it, then it is folded once it ends and never missed', async () => {
    const slow = await testbed.bare('engine');
    await slow.query('begin');
    await slow.query('select pg_current_xact_id()');
    await pay('overtakes', '5');
    expect(await runAudit()).toEqual([]);
    const id = testbed.nextId();
    await slow.query(
      `insert into ledger_transfer (id, kind, ref, book, digest) values ($1, 'spot.fill', 's', 'real', '\\x00112233445566778899aabbccddeeff')`,
      [id],
    );
    await slow.query(
      `insert into ledger_entry select $1, id, 'USDT', case owner when 'user:1' then -1 else 1 end, 0 from ledger_account
        where owner in ('user:1', 'user:2') and kind = 'exchange'`,
      [id],
    );
    await slow.query('commit');
    expect(await runAudit()).toEqual([]);
    await pay('after', '5');
    expect(await runAudit()).toEqual([]);
  });

  it('detects one unit of drift on an account nothing touches, and health reports why', async () => {
    await runAudit();
    await root.query(
      `update ledger_account set available = available + 0.000000000000000001 where owner = 'user:1' and kind = 'exchange'`,
    );
    expect(await runAudit()).toEqual(['A2', 'A3']);
    expect((await auditHealth(testbed.as('worker').db)).join()).toContain('user:1 exchange');
    await root.query(
      `update ledger_account set available = available - 0.000000000000000001 where owner = 'user:1' and kind = 'exchange'`,
    );
    expect(await runAudit()).toEqual([]);
    expect(await auditHealth(testbed.as('worker').db)).toEqual([]);
    const { rows } = await root.query(`select count(*)::int as n from ledger_breach`);
    expect(rows[0].n).toBeGreaterThan(0);
  });

  it('given damages of every kind, when it runs once, then it names each and nothing else; and once mended, it is silent', async () => {
    const gifts = DAMAGED_USERS.map((userId) => ({ userId, kind: 'exchange', currency: 'USDT', amount: '100' }));
    await fundAccounts(testbed.database, 'real', gifts);
    expect(await runAudit()).toEqual([]);
    // Since the last audit: of what lies before it, only the sums are checked again.
    for (const [user, text] of [
      [31n, '7'],
      [32n, '8'],
    ] as const)
      await testbed.fund(user, 'wallet', 'USDT', text);
    await post('between users', '1', account(20n), account(21n));
    const damages = damagesOf(testbed.nextId);
    await root.query('set session_replication_role = replica');
    for (const { breaks } of damages) await root.query(breaks);
    await root.query('select pg_stat_force_next_flush()');
    await runAudit();
    const found = seen.map(({ invariant, detail }) => `${invariant}: ${detail}`);
    for (const { mends } of damages.toReversed()) await root.query(mends);
    await root.query('set session_replication_role = origin');
    await forgetChanges();
    expect(await runAudit()).toEqual([]);
    for (const { name, finds } of damages)
      for (const pattern of finds) expect(found, name).toContainEqual(expect.stringMatching(pattern));
    const patterns = damages.flatMap(({ finds }) => finds);
    expect(found.filter((text) => !patterns.some((pattern) => pattern.test(text)))).toEqual([]);
  });

  it('detects a house that owes more than it has, summed over its shards', async () => {
    const [one, two] = [1, 2].map(
      (market) => ({ owner: `house:ladder-${market}`, kind: 'house_ladder', currency: 'USDT' }) as const,
    );
    await testbed.ledger.open(testbed.db, 'real', [one!, two!]);
    await post('even', '5', one!, two!);
    expect(await runAudit()).toEqual([]);
    await post('out', '1', two!, account(1n));
    expect(await runAudit()).toEqual(['A4']);
  });
});

describe('the replay', () => {
  it('given one changed balance, when all entries are folded again, then it names the account', async () => {
    const change = (frozen: number) =>
      root.query(`update ledger_account set frozen = ${frozen} where owner = 'user:1' and kind = 'exchange'`);
    await change(1);
    expect((await replay(testbed.db)).map(({ invariant }) => invariant)).toEqual(['A14']);
    await change(0);
  });
});

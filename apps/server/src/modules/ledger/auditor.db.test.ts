import { move, userAccount } from '@app/domain/ledger';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { amount, openTestbed, type Testbed } from '../../../test/testbed.ts';
import type { Breach } from './audit.store.ts';
import { audit, auditHealth, replay } from './auditor.ts';

/** All damage here is done by a superuser with the triggers off: no process of ours could do it. */
let testbed: Testbed;
let root: pg.Client;
let seen: Breach[];
const wallet = (user: bigint) => userAccount(user, 'wallet', 'USDT');

const runAudit = async () => {
  seen = [];
  const report = await audit(testbed.as('worker').db, (_tx, breaches) => {
    seen.push(...breaches);
    return Promise.resolve();
  });
  expect(report?.breaches).toEqual(seen);
  return [...new Set(seen.map(({ invariant }) => invariant))].sort();
};

const pay = (ref: string, text: string) =>
  testbed.transact((tx) =>
    testbed.ledger.post(tx, [
      { kind: 'test.pay', ref, mode: 'real', entries: move(amount(text), wallet(1n), wallet(2n)) },
    ]),
  );

/**
 * Resets the change counters. They arrive up to seconds after their transaction, so a late one would be reported as a
 * breach.
 */
async function forgetChanges(): Promise<void> {
  await root.query(`select pg_stat_force_next_flush()`);
  await root.query(`select pg_stat_reset()`);
}

/** Damages the ledger as only a superuser can, returns what the auditor reports, and repairs it. */
async function damage(statement: string, mend: string): Promise<string[]> {
  await root.query(`set session_replication_role = replica`);
  await root.query(statement);
  const found = await runAudit();
  await root.query(mend);
  await forgetChanges();
  expect(await runAudit()).toEqual([]);
  return found;
}

describe('the auditor', () => {
  beforeEach(async () => {
    testbed = await openTestbed('app');
    root = await testbed.bare('postgres');
    await testbed.fund(1n, 'wallet', 'USDT', '100');
    await testbed.fund(2n, 'wallet', 'USDT', '100');
    await pay('first', '10');
  });

  afterEach(async () => {
    expect(await replay(testbed.db)).toEqual([]);
  });

  it('given sound money, when it runs repeatedly, then it finds nothing and folds forward', async () => {
    expect(await runAudit()).toEqual([]);
    await pay('second', '5');
    expect(await runAudit()).toEqual([]);
    await pay('third', '5');
    expect(await runAudit()).toEqual([]);
    expect(await auditHealth(testbed.db)).toEqual([]);
    const { rows } = await root.query(`select count(*)::int as n from ledger_checkpoint`);
    expect(rows[0].n).toBe(3);
  });

  it('given a transaction still open, when others commit past it, then it is folded once it ends and never missed', async () => {
    const slow = await testbed.bare('app');
    await slow.query('begin');
    await slow.query('select pg_current_xact_id()');
    await pay('overtakes', '5');
    expect(await runAudit()).toEqual([]);
    const id = testbed.nextId();
    await slow.query(
      `insert into ledger_transfer (id, kind, ref, book, digest) values ($1, 'test.slow', 's', 'real', '\\x00112233445566778899aabbccddeeff')`,
      [id],
    );
    await slow.query(
      `insert into ledger_entry select $1, id, 'USDT', case owner when 'user:1' then -1 else 1 end, 0 from ledger_account
        where owner in ('user:1', 'user:2') and currency = 'USDT'`,
      [id],
    );
    await slow.query('commit');
    expect(await runAudit()).toEqual([]);
    await pay('after', '5');
    expect(await runAudit()).toEqual([]);
  });

  it('detects one unit of drift on an account nothing touches, and health reports why', async () => {
    await runAudit();
    await root.query(`update ledger_account set available = available + 0.000000000000000001 where owner = 'user:1'`);
    expect(await runAudit()).toEqual(['A2', 'A3']);
    expect((await auditHealth(testbed.db)).join()).toContain('user:1 wallet');
    await root.query(`update ledger_account set available = available - 0.000000000000000001 where owner = 'user:1'`);
    expect(await runAudit()).toEqual([]);
    expect(await auditHealth(testbed.db)).toEqual([]);
    const { rows } = await root.query(`select count(*)::int as n from ledger_breach`);
    expect(rows[0].n).toBeGreaterThan(0);
  });

  it('detects drift that cancels out between two accounts', async () => {
    await runAudit();
    const shift = (sign: string) =>
      `update ledger_account set available = available ${sign} case owner when 'user:1' then 1 else -1 end where owner in ('user:1', 'user:2')`;
    expect(await damage(shift('+'), shift('-'))).toEqual(['A3']);
  });

  it('detects a transfer that does not net to zero, has the wrong currency or mode, or no entries', async () => {
    await runAudit();
    const transfer = (book: string) =>
      `insert into ledger_transfer (id, kind, ref, book, digest) values (${testbed.nextId()}, 'bad', '${book}', '${book}', '\\x00112233445566778899aabbccddeeff')`;
    const undo = `delete from ledger_entry where transfer in (select id from ledger_transfer where kind = 'bad');
                  delete from ledger_transfer where kind = 'bad'`;
    const entry = (currency: string, delta: string, owner: string) =>
      `insert into ledger_entry select t.id, a.id, '${currency}', ${delta}, 0 from ledger_transfer t, ledger_account a
        where t.kind = 'bad' and a.owner = '${owner}'`;
    expect(await damage(transfer('real'), undo)).toEqual(['A1']);
    expect(await damage(`${transfer('real')}; ${entry('USDT', '1', 'user:1')}`, undo)).toEqual(['A1', 'A3']);
    const wrongCurrency = `${transfer('real')}; ${entry('BTC', '1', 'user:1')}; ${entry('BTC', '-1', 'user:2')}`;
    expect(await damage(wrongCurrency, undo)).toEqual(['A3', 'A5']);
    const wrongMode = `${transfer('demo')}; ${entry('USDT', '1', 'user:1')}; ${entry('USDT', '-1', 'user:2')}`;
    expect(await damage(wrongMode, undo)).toEqual(['A13', 'A3']);
  });

  it('detects a balance below its floor and a missing account', async () => {
    await runAudit();
    const overdraw = `alter table ledger_account drop constraint available_stays_above_its_floor;
      update ledger_account set available = -1 where owner = 'user:1'`;
    const mend = `update ledger_account set available = 90 where owner = 'user:1';
      alter table ledger_account add constraint available_stays_above_its_floor check (floor is null or available >= floor)`;
    expect(await damage(overdraw, mend)).toEqual(['A2', 'A3', 'A4']);
    const lose = `create table lost as select * from ledger_account where owner = 'user:2'; delete from ledger_account where owner = 'user:2'`;
    expect(await damage(lose, `insert into ledger_account overriding system value select * from lost`)).toEqual([
      'A2',
      'A3',
    ]);
  });

  it('detects rewritten history, a disabled trigger, an excess right and a missing unique index', async () => {
    await runAudit();
    const rewrite = `update ledger_entry set available_delta = available_delta where true; select pg_stat_force_next_flush()`;
    expect(await damage(rewrite, `select 'only its count is left'`)).toEqual(['A8']);
    expect(
      await damage(
        `alter table ledger_entry disable trigger ledger_apply`,
        `alter table ledger_entry enable trigger ledger_apply`,
      ),
    ).toEqual(['A8']);
    expect(await damage(`grant update on ledger_entry to admin`, `revoke update on ledger_entry from admin`)).toEqual([
      'A8',
    ]);
    expect(
      await damage(
        `alter table ledger_transfer drop constraint ledger_transfer_kind_ref_key`,
        `alter table ledger_transfer add unique (kind, ref)`,
      ),
    ).toEqual(['A6']);
  });

  it('detects a house that owes more than it has, summed over its shards', async () => {
    const [one, two] = [1, 2].map(
      (shard) => ({ owner: `house:spot-${shard}`, kind: 'fee_income', currency: 'USDT' }) as const,
    );
    await testbed.ledger.open(testbed.db, 'real', [one!, two!]);
    const shift = (ref: string, text: string) =>
      testbed.transact((tx) =>
        testbed.ledger.post(tx, [{ kind: 'test.fee', ref, mode: 'real', entries: move(amount(text), one!, two!) }]),
      );
    await shift('even', '5');
    expect(await runAudit()).toEqual([]);
    await testbed.transact((tx) =>
      testbed.ledger.post(tx, [
        { kind: 'test.fee', ref: 'out', mode: 'real', entries: move(amount('1'), two!, wallet(1n)) },
      ]),
    );
    expect(await runAudit()).toEqual(['A4']);
  });
});

describe('the replay', () => {
  it('given one changed balance, when all entries are folded again, then it names the account', async () => {
    const other = await openTestbed('app');
    await other.fund(1n, 'wallet', 'USDT', '100');
    expect(await replay(other.db)).toEqual([]);
    await (await other.bare('postgres')).query(`update ledger_account set frozen = 1 where owner = 'user:1'`);
    expect((await replay(other.db)).map(({ invariant }) => invariant)).toEqual(['A14']);
  });
});

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

const pay = (ref: string, text: string) =>
  testbed.transact((tx) =>
    testbed.ledger.post(tx, [
      { kind: 'spot.fill', ref, mode: 'real', entries: move(amount(text), account(1n), account(2n)) },
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
    testbed = await openTestbed('engine');
    root = await testbed.bare('postgres');
    await testbed.fund(1n, 'exchange', 'USDT', '100');
    await testbed.fund(2n, 'exchange', 'USDT', '100');
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

  it('detects drift that cancels out between two accounts', async () => {
    await runAudit();
    const shift = (sign: string) =>
      `update ledger_account set available = available ${sign} case owner when 'user:1' then 1 else -1 end where owner in ('user:1', 'user:2') and kind = 'exchange'`;
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
        where t.kind = 'bad' and a.owner = '${owner}' and a.kind = 'exchange'`;
    expect(await damage(transfer('real'), undo)).toEqual(['A1']);
    expect(await damage(`${transfer('real')}; ${entry('USDT', '1', 'user:1')}`, undo)).toEqual(['A1', 'A15', 'A3']);
    const wrongCurrency = `${transfer('real')}; ${entry('BTC', '1', 'user:1')}; ${entry('BTC', '-1', 'user:2')}`;
    expect(await damage(wrongCurrency, undo)).toEqual(['A15', 'A3', 'A5']);
    const wrongMode = `${transfer('demo')}; ${entry('USDT', '1', 'user:1')}; ${entry('USDT', '-1', 'user:2')}`;
    expect(await damage(wrongMode, undo)).toEqual(['A13', 'A15', 'A3']);
  });

  it('detects a balance below its floor and a missing account', async () => {
    await runAudit();
    const overdraw = `alter table ledger_account drop constraint available_stays_above_its_floor;
      update ledger_account set available = -1 where owner = 'user:1' and kind = 'exchange'`;
    const mend = `update ledger_account set available = 90 where owner = 'user:1' and kind = 'exchange';
      alter table ledger_account add constraint available_stays_above_its_floor check (floor is null or available >= floor)`;
    expect(await damage(overdraw, mend)).toEqual(['A2', 'A3', 'A4']);
    const lose = `create table lost as select * from ledger_account where owner = 'user:2' and kind = 'exchange'; delete from ledger_account where id in (select id from lost)`;
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

  it('detects changed rules of who may post what', async () => {
    await runAudit();
    const right = `('app', 'wallet.change', 'real', 'external', 'pay', true)`;
    expect(
      await damage(
        `insert into ledger_right values ${right}`,
        `delete from ledger_right where role = 'app' and account_kind = 'external' and book = 'real'`,
      ),
    ).toEqual(['A8']);
    const open = `pg_get_functiondef('ledger_open(text[],text[],text[],text[])'::regprocedure)`;
    const { rows } = await root.query(
      `select ${open} as original, replace(${open}, 'if found', 'if false') as weakened`,
    );
    expect(await damage(rows[0].weakened, rows[0].original)).toEqual(['A8']);
    expect(
      await damage(`grant insert on external_payment to app`, `revoke insert on external_payment from app`),
    ).toEqual(['A8']);
    expect(await damage(`grant update on ledger_right to worker`, `revoke update on ledger_right from worker`)).toEqual(
      ['A8'],
    );
    expect(await damage(`grant insert on ledger_entry to feed`, `revoke insert on ledger_entry from feed`)).toEqual([
      'A8',
    ]);
  });

  it.each([
    ['a kind nobody may post', 'mint', 'real', 'mint:1'],
    ['a deposit without its record', 'deposit', 'real', 'd-1'],
    ['capital for a user', 'capital.paid_in', 'real', 'c-1'],
    ['a grant of demo money in real mode', 'demo.grant', 'real', 'demo:1:1'],
    ['a grant of demo money to an exchange account', 'demo.grant', 'demo', 'demo:1:1'],
  ])('detects a balanced creation of money by %s', async (_what, kind, mode, ref) => {
    await runAudit();
    const to = kind === 'deposit' ? 'wallet' : 'exchange';
    const set = (sign: string) => `
      update ledger_account set available = available ${sign} 1000000000
       where owner = 'user:1' and kind = '${to}' and currency = 'USDT' and book = '${mode}';
      update ledger_account set available = available ${sign === '+' ? '-' : '+'} 1000000000
       where owner = 'world:mint' and book = '${mode}'`;
    await root.query(
      `insert into ledger_account (owner, kind, currency, book, floored, floor)
       values ('world:mint', 'external', 'USDT', '${mode}', false, null), ('user:1', '${to}', 'USDT', '${mode}', true, 0)
       on conflict do nothing`,
    );
    const create = `
      insert into ledger_transfer (id, kind, ref, book, digest)
        values (${testbed.nextId()}, '${kind}', '${ref}', '${mode}', '\\x00112233445566778899aabbccddeeff');
      insert into ledger_entry select t.id, a.id, 'USDT', case a.kind when 'external' then -1000000000 else 1000000000 end, 0
        from ledger_transfer t, ledger_account a
       where t.ref = '${ref}' and a.book = '${mode}'
         and (a.owner = 'world:mint' or a.owner = 'user:1' and a.kind = '${to}' and a.currency = 'USDT');
      ${set('+')}`;
    const undo = `
      delete from ledger_entry where transfer in (select id from ledger_transfer where ref = '${ref}');
      delete from ledger_transfer where ref = '${ref}';
      ${set('-')}`;
    expect(await damage(create, undo)).toEqual(['A15']);
  });

  it('detects a deposit of another amount or currency than recorded, and a record without its transfer', async () => {
    await runAudit();
    const forge = (change: string) =>
      `update external_payment set ${change}, xid = pg_current_xact_id() where amount = 7`;
    await testbed.fund(3n, 'wallet', 'USDT', '7');
    const found = async (change: string, back: string) => {
      await root.query(`set session_replication_role = replica`);
      await root.query(forge(change));
      await forgetChanges();
      const seenNow = await runAudit();
      await root.query(back);
      await forgetChanges();
      return seenNow;
    };
    expect(await found('amount = 70', `update external_payment set amount = 7 where amount = 70`)).toEqual(['A15']);
    expect(await found(`currency = 'BTC'`, `update external_payment set currency = 'USDT' where amount = 7`)).toEqual([
      'A15',
    ]);
    expect(await runAudit()).toEqual([]);
    const record = `insert into external_payment (kind, ref, currency, amount, reason, recorded_by)
      values ('withdrawal', 'w-1', 'USDT', -5, 'none', 'custody')`;
    expect(await damage(record, `delete from external_payment where ref = 'w-1'`)).toEqual(['A15']);
  });

  it('detects a user’s own transfer that reaches another owner', async () => {
    await runAudit();
    const kind = (from: string, to: string) =>
      `update ledger_transfer set kind = '${to}' where kind = '${from}' and ref = 'second'`;
    await pay('second', '1');
    await root.query(`set session_replication_role = replica`);
    await root.query(kind('spot.fill', 'wallet.change'));
    await forgetChanges();
    expect(await runAudit()).toEqual(['A15']);
    await root.query(kind('wallet.change', 'spot.fill'));
    await forgetChanges();
    expect(await runAudit()).toEqual([]);
  });

  it('detects a house that owes more than it has, summed over its shards', async () => {
    const [one, two] = [1, 2].map(
      (market) => ({ owner: `house:ladder-${market}`, kind: 'house_ladder', currency: 'USDT' }) as const,
    );
    await testbed.ledger.open(testbed.db, 'real', [one!, two!]);
    const shift = (ref: string, text: string) =>
      testbed.transact((tx) =>
        testbed.ledger.post(tx, [{ kind: 'spot.fill', ref, mode: 'real', entries: move(amount(text), one!, two!) }]),
      );
    await shift('even', '5');
    expect(await runAudit()).toEqual([]);
    await testbed.transact((tx) =>
      testbed.ledger.post(tx, [
        { kind: 'spot.fill', ref: 'out', mode: 'real', entries: move(amount('1'), two!, account(1n)) },
      ]),
    );
    expect(await runAudit()).toEqual(['A4']);
  });
});

describe('the replay', () => {
  it('given one changed balance, when all entries are folded again, then it names the account', async () => {
    const other = await openTestbed('engine');
    await other.fund(1n, 'exchange', 'USDT', '100');
    expect(await replay(other.db)).toEqual([]);
    await (await other.bare('postgres')).query(
      `update ledger_account set frozen = 1 where owner = 'user:1' and kind = 'exchange'`,
    );
    expect((await replay(other.db)).map(({ invariant }) => invariant)).toEqual(['A14']);
  });
});

import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { openTestbed, type Testbed } from '../../../test/testbed.ts';

/** Bypasses the application: these are the statements that a broken or hijacked process of role `app` could send. */
let testbed: Testbed;
let app: pg.Client;
let committed: bigint;
const ids: Record<string, string> = {};

const DIGEST = "'\\x00112233445566778899aabbccddeeff'";

beforeAll(async () => {
  testbed = await openTestbed('app');
  await testbed.fund(1n, 'wallet', 'USDT', '100');
  await testbed.fund(1n, 'exchange', 'USDT', '100');
  await testbed.fund(2n, 'wallet', 'USDT', '100');
  await testbed.fund(1n, 'wallet', 'BTC', '1');
  await testbed.fund(2n, 'wallet', 'BTC', '1');
  app = await testbed.bare('app');
  const house = `select ledger_open(array['house:convert','house:convert'], array['inventory','inventory'],
                                    array['USDT','BTC'], array['real','real'])`;
  await app.query(house);
  const root = await testbed.bare('postgres');
  await root.query(`update ledger_account set available = 2 where owner = 'house:convert' and currency = 'BTC'`);
  await app.query(
    `select ledger_open(array['user:1','world:test'], array['wallet','external'], array['USDT','USDT'], array['demo','demo'])`,
  );
  const { rows } = await app.query<{ name: string; id: string }>(
    `select book || ' ' || owner || ' ' || kind || ' ' || currency as name, id from ledger_account`,
  );
  for (const { name, id } of rows) ids[name] = id;
  committed = testbed.nextId();
  await app.query(transferRow(committed));
});

const transferRow = (id: bigint, book = 'real', kind = 'wallet.change') =>
  `insert into ledger_transfer (id, kind, ref, book, digest) values (${id}, '${kind}', '${id}', '${book}', ${DIGEST})`;

/** Builds one entry as an attacker would, from `book owner kind currency: available[/frozen] [entry currency]`. */
function entryRow(transfer: bigint, line: string): string {
  const [account = '', change = ''] = line.split(': ');
  const [deltas = '', currency = account.split(' ').at(-1)] = change.split(' ');
  const [available, frozen = '0'] = deltas.split('/');
  return `(${transfer}, ${ids[account] ?? 999_999_999}, '${currency}', '${available}', '${frozen}')`;
}

const entryRows = (transfer: bigint, lines: readonly string[]) =>
  `insert into ledger_entry (transfer, account, currency, available_delta, frozen_delta)
   values ${lines.map((line) => entryRow(transfer, line)).join(', ')}`;

/** Runs statements in one transaction and returns the SQLSTATE that stopped them, or `accepted`. */
async function attempt(...statements: readonly string[]): Promise<string> {
  await app.query('begin');
  try {
    for (const statement of statements) await app.query(statement);
    return 'accepted';
  } catch (error) {
    return String((error as { code?: string }).code);
  } finally {
    await app.query('rollback');
  }
}

/** Attempts one new transfer with these entries. */
const attack = (mode: 'real' | 'demo', ...lines: readonly string[]) => {
  const id = testbed.nextId();
  return attempt(transferRow(id, mode), entryRows(id, lines));
};

/** Attempts one new conversion with these entries. */
const convertAttack = (...lines: readonly string[]) => {
  const id = testbed.nextId();
  return attempt(transferRow(id, 'real', 'convert'), entryRows(id, lines));
};

const A = 'real user:1 wallet USDT';
const B = 'real user:1 exchange USDT';
const OTHER = 'real user:2 wallet USDT';
const BTC = 'real user:1 wallet BTC';
const DEMO = 'demo user:1 wallet USDT';
const DEMO_EXTERNAL = 'demo world:test external USDT';

describe('the database, attacked as role app', () => {
  it('given a valid transfer, when it is posted by hand, then it is accepted: what follows fails for its own reason', async () => {
    expect(await attack('real', `${A}: -5`, `${B}: 5`)).toBe('accepted');
  });

  it('refuses what role app has no right to: another owner, a hold, money that is held', async () => {
    expect(await attack('real', `${A}: -5`, `${OTHER}: 5`)).toBe('LG005');
    expect(await attack('real', `${A}: -5/5`)).toBe('LG005');
    expect(await attack('real', `${A}: -5`, `${B}: 0/5`)).toBe('LG005');
  });

  it('given a conversion of one user, then it is accepted; into another user’s wallet, or out of it, it is refused', async () => {
    const paid = [`${A}: -50`, 'real house:convert inventory USDT: 50', 'real house:convert inventory BTC: -1'];
    expect(await convertAttack(...paid, `${BTC}: 1`)).toBe('accepted');
    expect(await convertAttack(...paid, 'real user:2 wallet BTC: 1')).toBe('LG005');
    expect(await convertAttack(`${A}: -5`, `${OTHER}: 5`)).toBe('LG005');
    const split = ['real house:convert inventory BTC: -1', `${BTC}: 0.5`, 'real user:2 wallet BTC: 0.5'];
    expect(await convertAttack(`${A}: -50`, 'real house:convert inventory USDT: 50', ...split)).toBe('LG005');
  });

  it('refuses a conversion of more than the platform holds, of held money, and into another kind of account', async () => {
    const more = ['real house:convert inventory BTC: -2.000000000000000001', `${BTC}: 2.000000000000000001`];
    expect(await convertAttack(...more)).toBe('23514');
    expect(await convertAttack(`${A}: -5/5`)).toBe('LG005');
    expect(await convertAttack('real house:convert inventory BTC: -1', `${BTC}: 0/1`)).toBe('LG005');
    expect(await attack('real', `${A}: -5`, 'real house:convert inventory USDT: 5')).toBe('LG005');
  });

  it('refuses unbalanced entries', async () => {
    expect(await attack('real', `${A}: -5`, `${B}: 6`)).toBe('LG001');
    expect(await attack('real', `${A}: 1`)).toBe('LG001');
    expect(await attack('real', `${A}: NaN`, `${B}: 5`)).toBe('LG001');
    expect(await attack('real', `${A}: Infinity`, `${B}: -Infinity`)).toBe('22003');
  });

  it('refuses two errors that cancel out over two transfers', async () => {
    const one = testbed.nextId();
    const two = testbed.nextId();
    const entries = `insert into ledger_entry values ${entryRow(one, `${A}: -5`)}, ${entryRow(two, `${B}: 5`)}`;
    expect(await attempt(transferRow(one), transferRow(two), entries)).toBe('LG001');
  });

  it('refuses a currency that is not the account’s', async () => {
    expect(await attack('real', `${A}: -1 BTC`, `${BTC}: 1`)).toBe('LG002');
    expect(await attack('real', `${A}: -1`, `${BTC}: 1 USDT`)).toBe('LG002');
  });

  it('refuses another mode, and a balanced real half beside a balanced demo half', async () => {
    expect(await attack('demo', `${A}: -5`, `${B}: 5`)).toBe('LG002');
    expect(await attack('real', `${A}: -5`, `${DEMO}: 5`)).toBe('LG002');
    const halves = [`${A}: -5`, `${B}: 5`, `${DEMO_EXTERNAL}: -5`, `${DEMO}: 5`];
    expect(await attack('real', ...halves)).toBe('LG002');
    expect(await attack('demo', ...halves)).toBe('LG002');
  });

  it('refuses an overdraft of available and of frozen, by the smallest unit', async () => {
    expect(await attack('real', `${A}: -100.000000000000000001`, `${B}: 100.000000000000000001`)).toBe('23514');
    expect(await attack('real', `${A}: 1/-1`)).toBe('23514');
  });

  it('refuses entries appended to a committed transfer', async () => {
    expect(await attempt(entryRows(committed, [`${A}: -5`, `${B}: 5`]))).toBe('LG002');
  });

  it('refuses a forged transaction id, an unknown transfer and an unknown account', async () => {
    const forged = `insert into ledger_transfer (id, kind, ref, book, digest, xid)
      values (${testbed.nextId()}, 'f', 'f', 'real', ${DIGEST}, '3')`;
    expect(await attempt(forged)).toBe('42501');
    expect(await attempt(entryRows(testbed.nextId(), [`${A}: -5`, `${B}: 5`]))).toBe('LG002');
    expect(await attack('real', `${A}: -5`, 'real nobody wallet USDT: 5')).toBe('LG002');
  });

  it('refuses every statement that names a partition', async () => {
    const { rows } = await app.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'ledger_entry'::regclass`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { name } of rows) {
      expect(await attempt(`insert into ${name} values (${committed}, ${ids[A]}, 'USDT', 5, 0)`)).toBe('42501');
      expect(await attempt(`update ${name} set available_delta = 1`)).toBe('42501');
      expect(await attempt(`delete from ${name}`)).toBe('42501');
      expect(await attempt(`truncate ${name}`)).toBe('42501');
    }
  });

  it.each([
    `update ledger_entry set available_delta = 1`,
    `delete from ledger_entry`,
    `truncate ledger_entry`,
    `update ledger_transfer set ref = 'other'`,
    `delete from ledger_transfer`,
    `truncate ledger_transfer`,
    `update ledger_account set available = available + 1`,
    `update ledger_account set frozen = 0`,
    `update ledger_account set floor = null`,
    `insert into ledger_account (owner, kind, currency, book, floored, floor, available) values ('user:9', 'wallet', 'USDT', 'real', true, 0, 5)`,
    `delete from ledger_account`,
    `truncate ledger_account`,
    `insert into ledger_account_kind values ('loophole', 'house', false)`,
    `update ledger_account_kind set floored = false`,
    `alter table ledger_entry disable trigger ledger_apply`,
    `drop trigger ledger_apply on ledger_entry`,
    `create or replace function ledger_apply() returns trigger language plpgsql as 'begin return null; end'`,
    `set session_replication_role = replica`,
    `update ledger_checkpoint set available = 0`,
    `insert into ledger_right values ('app', 'mint', 'real', 'external', 'pay', false)`,
    `update ledger_right set role = 'app'`,
    `insert into external_payment (kind, ref, currency, amount, reason) values ('deposit', 'r', 'USDT', 1, 'none')`,
    `set session authorization custody`,
    `set role custody`,
    `update setting set value = 'true'`,
    `insert into setting (key, version, value, set_by, reason) values ('switch.withdrawals', 99, 'true', 'me', 'because')`,
  ])('refuses: %s', async (statement) => {
    expect(await attempt(statement)).toBe('42501');
  });

  it('refuses to set the column that exists only for locking', async () => {
    expect(await attempt(`update ledger_account set lock_only = true where id = ${ids[A]}`)).toBe('23514');
  });

  it('refuses accounts whose owner does not fit their kind, and kinds that do not exist', async () => {
    const open = (owner: string, kind: string, currency = 'USDT', book = 'real') =>
      attempt(`select ledger_open(array['${owner}'], array['${kind}'], array['${currency}'], array['${book}'])`);
    expect(await open('user:1', 'fee_income')).toBe('LG003');
    expect(await open('house:spot-1', 'wallet')).toBe('LG003');
    expect(await open('user:0', 'wallet')).toBe('LG003');
    expect(await open('user:1', 'escrow')).toBe('LG003');
    expect(await open('user:1', 'external')).toBe('LG003');
    expect(await open('user:1', 'loophole')).toBe('LG003');
    expect(await open('user:1', 'wallet', 'XXX')).toBe('23503');
    expect(await open('user:1', 'wallet', 'USDT', 'third')).toBe('LG005');
    expect(await open('user:1', 'wallet')).toBe('accepted');
  });

  it('given all these attacks, when the balances are read, then none of them changed', async () => {
    const { rows } = await app.query(
      `select owner, kind, currency, book, available, frozen from ledger_account where owner like 'user:%' order by 1, 2, 3, 4`,
    );
    expect(rows.map((row) => Object.values(row).join(' '))).toEqual([
      'user:1 exchange USDT real 100.000000000000000000 0.000000000000000000',
      'user:1 wallet BTC real 1.000000000000000000 0.000000000000000000',
      'user:1 wallet USDT demo 0.000000000000000000 0.000000000000000000',
      'user:1 wallet USDT real 100.000000000000000000 0.000000000000000000',
      'user:2 wallet BTC real 1.000000000000000000 0.000000000000000000',
      'user:2 wallet USDT real 100.000000000000000000 0.000000000000000000',
    ]);
  });
});

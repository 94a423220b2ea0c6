import type { Role } from '@app/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { openTestbed, type Testbed } from '../../../test/testbed.ts';

let testbed: Testbed;

beforeAll(async () => {
  testbed = await openTestbed('app');
  const root = await testbed.bare('postgres');
  await root.query(
    `insert into lease (name, epoch, owner, pid, backend_start)
     select name, 1, 'owner', 0, now() from unnest('{spot-real,spot-demo,feed,custody}'::text[]) name`,
  );
});

const attempt = (role: Role, statement: string) => testbed.attempt(role, statement);

describe('leases', () => {
  const OWN = { engine: ['spot-real', 'spot-demo'], feed: ['feed'], custody: ['custody'] } as const;
  const ALL = Object.values(OWN).flat();

  it.each(Object.keys(OWN) as (keyof typeof OWN)[])(
    'given role %s, then it takes and locks its own leases only',
    async (role) => {
      for (const name of ALL) {
        const isOwn = OWN[role].some((it) => it === name);
        expect(await attempt(role, `update lease set epoch = 2 where name = '${name}'`)).toBe(
          isOwn ? '1 rows' : '0 rows',
        );
        expect(await attempt(role, `select from lease where name = '${name}' for no key update`)).toBe(
          isOwn ? '1 rows' : '0 rows',
        );
        expect(await attempt(role, `select from lease where name = '${name}'`)).toBe('1 rows');
      }
      const insert = `insert into lease (name, epoch, owner, pid, backend_start) values ('another', 1, '', 0, now())`;
      expect(await attempt(role, insert)).toBe('42501');
      expect(await attempt(role, `update lease set name = 'another' where name = '${OWN[role][0]}'`)).toBe('42501');
      expect(await attempt(role, 'delete from lease')).toBe('42501');
    },
  );

  it.each(['app', 'gateway', 'worker', 'admin'] as const)('given role %s, then it touches none', async (role) => {
    expect(await attempt(role, `update lease set epoch = 2`)).toBe('42501');
    expect(await attempt(role, `select from lease for no key update`)).toBe('42501');
    expect(await attempt(role, `insert into lease values ('spot-real', 9, '', 0, now())`)).toBe('42501');
  });
});

describe('settings', () => {
  const set = (key: string, value: string) =>
    `insert into setting (key, version, value, set_by, reason) values ('${key}', 99, '${value}', 'a test', 'a test')`;

  it('given role worker, then it turns switches off and sets nothing else', async () => {
    expect(await attempt('worker', set('switch.withdrawals', 'false'))).toBe('1 rows');
    expect(await attempt('worker', set('switch.withdrawals', 'true'))).toBe('42501');
    expect(await attempt('worker', set('spot.ladder', '{}'))).toBe('42501');
    expect(await attempt('worker', set('spot.fee_levels', 'false'))).toBe('42501');
  });

  it('given any other role, admin included, then it sets none: two people do, through functions', async () => {
    for (const role of ['app', 'admin', 'gateway', 'engine', 'feed', 'custody', 'audit'] as const)
      expect(await attempt(role, set('switch.withdrawals', 'false'))).toBe('42501');
  });
});

describe('role gateway', () => {
  it('given every table, when it tries to write, then it may not', async () => {
    const root = await testbed.bare('postgres');
    const { rows } = await root.query<{ name: string }>(
      `select c.relname as name from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'S')
          and (has_table_privilege('gateway', c.oid, 'DELETE') or has_table_privilege('gateway', c.oid, 'TRUNCATE')
               or (c.relkind <> 'S' and (has_any_column_privilege('gateway', c.oid, 'INSERT')
                                         or has_any_column_privilege('gateway', c.oid, 'UPDATE')))
               or (c.relkind = 'S' and has_sequence_privilege('gateway', c.oid, 'USAGE')))`,
    );
    expect(rows).toEqual([]);
  });

  it('reads no secret of any user, no money and no message', async () => {
    for (const column of ['password_hash', 'email', 'mobile', 'trade_password_sealed', 'phrase'])
      expect(await attempt('gateway', `select ${column} from user_account`)).toBe('42501');
    for (const table of ['ledger_account', 'ledger_entry', 'one_time_code', 'message_job', 'authenticator', 'outbox'])
      expect(await attempt('gateway', `select from ${table}`)).toBe('42501');
    expect(await attempt('gateway', `select sealed from price_key`)).toBe('42501');
    expect(await attempt('gateway', `select id, verification, country from user_account`)).toBe('0 rows');
  });

  it('calls no function that writes', async () => {
    const root = await testbed.bare('postgres');
    const { rows } = await root.query(
      `select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
          and has_function_privilege('gateway', oid, 'EXECUTE') and prorettype <> 'trigger'::regtype`,
    );
    expect(rows).toEqual([]);
  });

  it('starts read-only', async () => {
    const client = await testbed.bare('gateway');
    const { rows } = await client.query('show transaction_read_only');
    expect(rows).toEqual([{ transaction_read_only: 'on' }]);
  });
});

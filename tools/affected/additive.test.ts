import { describe, expect, it } from 'vitest';
import { plant } from '../tidy/planted.ts';
import { filesNaming, tablesAddedBy } from './additive.ts';

const TABLE = 'create table new_thing (id bigint primary key references user_account (id), name text);';

describe('a migration', () => {
  it.each([
    TABLE,
    `-- alter table user_account;\n/* drop */ ${TABLE.toUpperCase()}\n`,
    `${TABLE} create table other_thing (id bigint);`,
    `${TABLE} create unique index on_it on new_thing (id) where name = 'alter; drop';`,
    `${TABLE} comment on table new_thing is 'it''s new; drop table';`,
    `${TABLE} grant select, insert (id, name), update (name) on new_thing to app, worker;`,
    `${TABLE} create function keep() returns trigger language plpgsql as $$ begin drop table x; end $$;
     create trigger stays before update on new_thing for each row execute function keep();
     revoke execute on function keep() from public;`,
  ])('only adds: %j', (sql) => expect(tablesAddedBy(sql)).toContain('new_thing'));

  it.each([
    '',
    '-- create table new_thing (id bigint);',
    'create index on_it on user_account (id);',
    'alter table user_account add column name text;',
    'drop table user_account;',
    'create table part partition of ledger_entry for values from (1) to (2);',
    'create table copy as select 1;',
    'create table if not exists new_thing (id bigint);',
    'create index on_it on user_account (name);',
    'grant select on ledger_entry to app;',
    'grant select on new_thing, ledger_entry to app;',
    'grant app to worker;',
    'grant execute on function ledger_post(bigint) to app;',
    'insert into ledger_right values (1);',
    'update setting set value = 1;',
    'delete from setting;',
    'create or replace function ledger_post() returns void language sql as $$ $$;',
    'create trigger stays before update on ledger_entry for each row execute function keep();',
    'create view money as select 1;',
    'do $$ begin end $$;',
    'select 1;',
  ])('changes what exists: %j', (sql) => {
    expect(tablesAddedBy(sql)).toBeUndefined();
    if (sql.includes(';') && !sql.startsWith('--')) expect(tablesAddedBy(`${TABLE} ${sql}`)).toBeUndefined();
  });
});

describe('files that name a table', () => {
  it('given a name that is no word, then wherever it stands; given a word, then in SQL', () => {
    const tree = plant({
      'a.ts': 'sql`select from payout_step`;',
      'b.ts': "const table = 'payout_step';",
      'c.ts': '// payout_step\nconst payout_steps = 1;',
      'd.ts': "import payout from '../payout.ts';",
      'e.ts': 'sql`INSERT INTO payout (id) values (1)`;',
    });
    expect(filesNaming(['payout_step'], tree)).toEqual(['a.ts', 'b.ts']);
    expect(filesNaming(['payout'], tree)).toEqual(['e.ts']);
  });
});

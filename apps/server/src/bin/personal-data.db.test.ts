import { beforeAll, describe, expect, it } from 'vitest';
import { openTestbed, type Testbed } from '../../test/testbed.ts';
import { PERSONAL_TABLES } from './personal-data.ts';

let testbed: Testbed;
beforeAll(async () => {
  testbed = await openTestbed('worker');
});

/** Columns that name a user, or what belongs to one. */
const NAMING = ['user_id', 'owner_id', 'taker', 'maker', 'session_id', 'owner'];

/** Partitions are listed by their parent. */
async function tablesOfUsers(): Promise<string[]> {
  const { rows } = await (await testbed.bare('postgres')).query(
    `select distinct c.table_name from information_schema.columns c
       join pg_class k on k.relname = c.table_name and not k.relispartition and k.relkind in ('r', 'p')
      where c.table_schema = 'public' and c.column_name = any($1) order by 1`,
    [NAMING],
  );
  return rows.map(({ table_name }) => table_name);
}

/** Named by the lease's process, and entries by their account. */
const NOT_USERS = ['lease'];
const WITHOUT_A_USER_COLUMN = ['user_account', 'ledger_entry', 'message_job'];

describe('tables with rows about users', () => {
  it('given the database, when its tables are compared with the list, then each has a decision, once', async () => {
    const decided = PERSONAL_TABLES.map(({ table }) => table).filter((table) => !WITHOUT_A_USER_COLUMN.includes(table));
    expect(decided.toSorted()).toEqual((await tablesOfUsers()).filter((table) => !NOT_USERS.includes(table)));
    expect(new Set(decided).size).toBe(decided.length);
  });

  it.each(PERSONAL_TABLES.flatMap(({ table, download }) => ('not' in download ? [] : [{ table, download }])))(
    'given role worker, when $table is downloaded, then it may read every column',
    async ({ download }) => {
      expect((await download.rows(1n).execute(testbed.db)).rows).toEqual([]);
    },
  );

  it('given role worker, when a user without rows is erased, then no right is missing', async () => {
    await testbed.transact(async (tx) => {
      for (const { closing } of PERSONAL_TABLES) if ('erase' in closing) await closing.erase(tx, 1n);
    });
  });
});

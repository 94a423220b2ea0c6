import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const BATCH = 500;

/** The statements of the product's runner and of the rig's effect, and nothing else: what PostgreSQL allows one client. */
export async function runBareLoop(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (;;) {
    await client.query('begin');
    const { rows } = await client.query<{ ref: string }>(
      `with moment as materialized (select app_now() as now),
       due as materialized (
         select ctid as place from timer
          where kind = 'bulk' and coalesce(retry_at, due_at) <= (select now from moment)
          order by coalesce(retry_at, due_at) limit ${BATCH} for update skip locked)
       delete from timer where ctid = any (array(select place from due))
       returning ref, due_at, (select now from moment) as now`,
    );
    if (rows.length > 0)
      await client.query(`insert into fired (kind, ref, worker) select 'bulk', unnest($1::text[]), $2`, [
        rows.map(({ ref }) => ref),
        process.pid,
      ]);
    await client.query('commit');
    if (rows.length === 0) await pause(10);
  }
}

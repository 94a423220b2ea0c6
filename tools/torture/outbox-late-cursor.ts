import type { OutboxEvent } from '@app/server/platform/outbox';
import type { Consumer, Drained } from '@app/server/platform/outbox-consumer';
import type { Transact } from '@app/server/platform/transact';
import { sql } from 'kysely';

type Positioned = OutboxEvent & { readonly xid: string };

/** Reads like `drain`, but commits the work first and moves the cursor afterwards; a control. */
export async function drainWithLateCursor(
  transact: Transact,
  { name, handle }: Consumer,
  between: () => Promise<void>,
): Promise<Drained> {
  const last = await transact(async (tx) => {
    const { rows } = await sql<Positioned>`
      select o.id, o.xid::text as xid, o.topic, o.payload from outbox o
       where (o.xid, o.id) > (select xid, id from outbox_cursor where consumer = ${name})
         and o.xid < pg_snapshot_xmin(pg_current_snapshot())
       order by o.xid, o.id limit 200`.execute(tx);
    if (rows.length > 0) await handle(tx, rows);
    return rows.at(-1);
  });
  if (last === undefined) return 'empty';
  await between();
  await transact(async (tx) => {
    await sql`update outbox_cursor set xid = ${last.xid}::xid8, id = ${last.id} where consumer = ${name}`.execute(tx);
  });
  return 'more';
}

import { verifyTrail } from '@app/server/modules/trail';
import type { Database, Tx } from '@app/server/platform/db/database';
import { sql } from 'kysely';

/** What a superuser did to the trail, and whether it is found without a kept head, by the links alone. */
type Forgery = { readonly name: string; readonly needsHead?: true; readonly forge: (tx: Tx) => Promise<unknown> };

const VICTIM = sql`(select row_id from trail_link where seq = (select max(seq) / 2 from trail_link))`;

/** Recomputes every link from one on, as someone would who wants an edit to look right. */
const relink = (tx: Tx) =>
  sql`
    do $$
    declare link trail_link; last bytea;
    begin
      select hash into last from trail_link where seq = (select max(seq) / 2 - 1 from trail_link);
      for link in select * from trail_link where seq >= (select max(seq) / 2 from trail_link) order by seq loop
        delete from trail_link where seq = link.seq;
        insert into trail_link (seq, row_id, previous, hash)
        select link.seq, link.row_id, last, sha256(last || trail_bytes(t)) from trail t where t.id = link.row_id
        returning hash into last;
      end loop;
    end $$`.execute(tx);

const FORGERIES: readonly Forgery[] = [
  { name: 'a row deleted', forge: (tx) => sql`delete from trail where id = ${VICTIM}`.execute(tx) },
  {
    name: 'a row deleted with its link',
    forge: (tx) =>
      sql`with gone as (delete from trail_link where row_id = ${VICTIM} returning row_id)
          delete from trail where id in (select row_id from gone)`.execute(tx),
  },
  {
    name: 'a row edited',
    forge: (tx) => sql`update trail set reason = reason || '.' where id = ${VICTIM}`.execute(tx),
  },
  {
    name: 'a row moved in time by a microsecond',
    forge: (tx) => sql`update trail set at = at + interval '1 microsecond' where id = ${VICTIM}`.execute(tx),
  },
  {
    name: 'a row inserted without a link',
    forge: (tx) =>
      sql`insert into trail (actor, action, subject) values ('staff:1', 'case.viewed', 'user:1')`.execute(tx),
  },
  {
    name: 'a row inserted in another place',
    forge: (tx) =>
      sql`with made as (insert into trail (actor, action, subject) values ('staff:1', 'case.viewed', 'user:1') returning id)
          insert into trail_link (seq, row_id, previous, hash)
          select (select max(seq) + 2 from trail_link), id, sha256('a'), sha256('b') from made`.execute(tx),
  },
  {
    name: 'a row edited and everything after it linked again',
    needsHead: true,
    forge: async (tx) => {
      await sql`update trail set reason = reason || '.' where id = ${VICTIM}`.execute(tx);
      await relink(tx);
    },
  },
];

class Undo extends Error {}

/** Forges the trail in every way, as a superuser without triggers, and returns which forgeries were not found. */
export async function tryForgeries({
  db,
}: Pick<Database, 'db'>): Promise<{ found: number; missed: readonly string[] }> {
  const { head } = await verifyTrail(db);
  const missed: string[] = [];
  for (const { name, needsHead, forge } of FORGERIES) {
    const verdicts: string[] = [];
    await db
      .transaction()
      .execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx);
        await forge(tx);
        const alone = await verifyTrail(tx);
        const withHead = await verifyTrail(tx, head === undefined ? [] : [head]);
        if (alone.faults.length === 0 && needsHead !== true) verdicts.push(`${name}, by the links`);
        if (withHead.faults.length === 0) verdicts.push(`${name}, with a kept head`);
        throw new Undo();
      })
      .catch((error: unknown) => {
        if (!(error instanceof Undo)) throw error;
      });
    missed.push(...verdicts);
  }
  return { found: FORGERIES.length - missed.length, missed };
}

import { randomBytes } from 'node:crypto';
import { noteAction } from '@app/server/modules/trail';
import type { Database } from '@app/server/platform/db/database';
import { transactOn } from '@app/server/platform/db/transact';
import type pg from 'pg';
import type { Below } from '../../trial/random.ts';

/** Makes staff members with a live session each, and returns the hashes of their tokens. */
export async function makeSessions(owner: pg.Pool, count: number): Promise<readonly Buffer[]> {
  const hashes = Array.from({ length: count }, () => randomBytes(32));
  await owner.query(
    `with made as (
       insert into staff_account (email, name, roles)
       select 'writer' || n || '@staff.test', 'Writer ' || n, '{identity}' from generate_series(1, $1) n returning id)
     insert into staff_session (staff_id, token_hash, device_key, factor, user_agent, ends_at, idle_seconds)
     select m.id, h.hash, '', 'passkey', 'proof', app_now() + interval '8 hours', 3600
       from (select id, row_number() over (order by id) as n from made) m
       join unnest($2::bytea[]) with ordinality as h (hash, n) on h.n = m.n`,
    [count, hashes],
  );
  return hashes;
}

export type Written = { readonly committed: number; readonly rolledBack: number; readonly refused: number };

class RolledBack extends Error {}

/** Lets every writer add its share of rows, one to three in a transaction, of which some are rolled back. */
export async function writeAtOnce(
  { db }: Pick<Database, 'db'>,
  tokens: readonly Buffer[],
  { actions, below }: { readonly actions: number; readonly below: Below },
): Promise<Written> {
  const transact = transactOn(db);
  const counts = { committed: 0, rolledBack: 0, refused: 0 };
  let begun = 0;
  const write = async (token: Buffer) => {
    while (begun < actions) {
      const rows = Math.min(1 + below(3), actions - begun);
      const isRolledBack = below(20) === 0;
      if (!isRolledBack) begun += rows;
      const done = transact(async (tx) => {
        for (let row = 0; row < rows; row++)
          await noteAction(tx, token, {
            action: 'session.started',
            subject: `user:${1 + below(1_000)}`,
            reason: `row ${row} – größer, 案件, 🔎`,
            details: { row, of: rows },
          });
        if (isRolledBack) throw new RolledBack();
      });
      await done.then(
        () => {
          counts.committed += rows;
        },
        (error: unknown) => {
          if (error instanceof RolledBack) counts.rolledBack += rows;
          else counts.refused += rows;
        },
      );
    }
  };
  await Promise.all(tokens.map(write));
  return counts;
}

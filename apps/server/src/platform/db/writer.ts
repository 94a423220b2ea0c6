import { expectDefined, makeIds, type TimeOrderedId } from '@app/base';
import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Generates the ids of everything this process writes. */
export type NextId = () => TimeOrderedId;

/** Claims this process's writer number. A collision after 1,024 younger starts is refused by a primary key. */
export async function claimWriter(db: Db, nowMs: () => number = Date.now): Promise<NextId> {
  const { rows } = await sql<{ slot: bigint }>`select nextval('writer_slot') as slot`.execute(db);
  return makeIds(Number(expectDefined(rows[0], 'a writer number').slot), nowMs);
}

import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/database.ts';

/** What was done, by which rule and at which price; `block` is the one that holds the tick it names. */
export type Receipt = {
  /** That of the thing it is for. */
  readonly id: bigint;
  readonly kind: string;
  readonly block: number;
  /** Amounts in it are decimal text. */
  readonly body: unknown;
};

/** Once and for ever: the database refuses a second one of the same id, and every change. */
export async function insertReceipts(tx: Tx, receipts: readonly Receipt[]): Promise<void> {
  await sql`
    insert into receipt (id, kind, block, body)
    select * from unnest(${receipts.map(({ id }) => id)}::bigint[], ${receipts.map(({ kind }) => kind)}::text[],
                         ${receipts.map(({ block }) => block)}::bigint[],
                         ${receipts.map(({ body }) => JSON.stringify(body))}::jsonb[])`.execute(tx);
}

export async function findReceipt(db: Reader, id: bigint): Promise<Receipt | undefined> {
  const { rows } = await sql<{ kind: string; block: bigint; body: unknown }>`
    select kind, block, body from receipt where id = ${id}`.execute(db);
  return rows[0] && { id, kind: rows[0].kind, block: Number(rows[0].block), body: rows[0].body };
}

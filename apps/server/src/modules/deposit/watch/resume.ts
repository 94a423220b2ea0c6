import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

/**
 * Ends a halt, as role migrate: forgets the stored blocks, so that custody begins again at the present head. Deposits stay
 * as they are; those of the blocks between must be compared by hand. Returns why the chain was halted; undefined if it
 * was not.
 */
export async function resumeDeposits(db: Db, chain: string): Promise<string | undefined> {
  return await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ halted: string }>`
      select halted from deposit_chain where chain = ${chain} and halted is not null for update`.execute(tx);
    const [row] = rows;
    if (row === undefined) return undefined;
    await sql`delete from deposit_block where chain = ${chain}`.execute(tx);
    await sql`update deposit_chain set halted = null where chain = ${chain}`.execute(tx);
    await sql`update deposit_incident set closed_at = app_now()
               where chain = ${chain} and kind = 'too_deep' and closed_at is null`.execute(tx);
    return row.halted;
  });
}

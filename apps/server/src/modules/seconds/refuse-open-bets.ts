import type { Db } from '../../platform/db/database.ts';
import { refuseWith } from '../../platform/http/accept.ts';
import { countOpen } from './seconds.store.ts';

/**
 * Refuses a reset of the demo account while a demo bet is open: only ticks end a bet, and they do within minutes. So the
 * frozen stake is never withdrawn under a bet that is settled later.
 */
export const refuseOpenDemoBets =
  ({ db }: { readonly db: Db }) =>
  async (userId: bigint): Promise<void> => {
    const open = await countOpen(db, userId);
    if (open.some(({ book }) => book === 'demo')) refuseWith('positions_open');
  };

import { randomBytes } from 'node:crypto';
import { uuidV7 } from '@app/base';
import { contractShard } from '@app/domain/contract';
import { cancelAllPendingCommand } from '@app/protocol/engine';
import type { Engine } from '../../engine/client.ts';
import type { Db } from '../../platform/db/database.ts';
import { refuseWith } from '../../platform/http/accept.ts';
import { countLive } from './contract.store.ts';

/**
 * Cancels a user's pending demo orders, before the demo money is withdrawn. A position closes at a later price only, so
 * while there is one the reset is refused, before anything is cancelled; a user without any of them needs no engine.
 * Uses a new idempotency key each time: a reset that failed later is retried, and there may be new orders by then.
 */
export const closeDemoDeals =
  ({ db, engine }: { readonly db: Db; readonly engine: Engine }) =>
  async (userId: bigint): Promise<void> => {
    const demo = (await countLive(db, userId)).find(({ book }) => book === 'demo');
    if (demo === undefined) return;
    if (demo.open > 0) refuseWith('positions_open');
    const key = uuidV7(Date.now(), randomBytes(10));
    const source = { userId, key, route: 'demo reset', body: '' };
    await engine.request(contractShard('demo'), source, cancelAllPendingCommand, {});
  };

import { randomBytes } from 'node:crypto';
import { uuidV7 } from '@app/base';
import { spotShard } from '@app/domain/spot';
import type { Engine } from '../../engine/engine-client.ts';

/**
 * Cancels a user's open demo orders, before the demo money is withdrawn. Uses a new idempotency key each time: a reset
 * that failed later is retried, and there may be new orders by then. If the engine is unavailable, the reset is
 * refused.
 */
export const closeDemoOrders =
  (engine: Engine) =>
  async (userId: bigint): Promise<void> => {
    const key = uuidV7(Date.now(), randomBytes(10));
    const fields = { reason: 'reset' };
    await engine.request(spotShard('demo'), {
      name: 'spot.cancelAll',
      userId,
      key,
      route: 'demo reset',
      body: '',
      fields,
    });
  };

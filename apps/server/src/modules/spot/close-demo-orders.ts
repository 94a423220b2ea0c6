import { randomBytes } from 'node:crypto';
import { uuidV7 } from '@app/base';
import { spotShard } from '@app/domain/spot';
import type { Engine } from '../../engine/engine-client.ts';

/**
 * Cancels what a user has open in the demo book, before its money is taken back. Each time under a key of its own: a reset
 * that failed later is tried again, and then there may be new orders. Without its engine the reset is refused.
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

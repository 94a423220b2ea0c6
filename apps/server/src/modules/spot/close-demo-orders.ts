import { randomBytes } from 'node:crypto';
import { uuidV7 } from '@app/base';
import { spotShard } from '@app/domain/spot';
import { cancelAllCommand } from '@app/protocol/engine';
import type { Engine } from '../../engine/client.ts';

/**
 * Cancels a user's open demo orders, before the demo money is withdrawn. Uses a new idempotency key each time: a reset
 * that failed later is retried, and there may be new orders by then. If the engine is unavailable, the reset is
 * refused.
 */
export const closeDemoOrders =
  (engine: Engine) =>
  async (userId: bigint): Promise<void> => {
    const key = uuidV7(Date.now(), randomBytes(10));
    const source = { userId, key, route: 'demo reset', body: '' };
    await engine.request(spotShard('demo'), source, cancelAllCommand, { reason: 'reset' });
  };

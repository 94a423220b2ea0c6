import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '../rig.ts';
import type { AnyTestbed } from './testbed.ts';

const TAKEN_MS_MAX = 60_000;

/** Stops the prices; the last receipts are sealed before. */
export async function stopPrices({ load }: Pick<AnyTestbed, 'load'>): Promise<void> {
  await pause(1_000);
  load.isGated = true;
  await pause(500);
}

/** Stops the prices, and waits until the engines have taken all of them and done what they stored. */
export async function untilTaken(testbed: AnyTestbed, isDone = 'true'): Promise<void> {
  const { database, shard } = testbed;
  await stopPrices(testbed);
  await withClient(database.urlOf('postgres'), async (client) => {
    for (const endMs = performance.now() + TAKEN_MS_MAX; performance.now() < endMs; await pause(100)) {
      const { rows } = await client.query<{ done: boolean }>(
        `select (select block from engine_cursor where shard = $1) = (select max(number) from price_block)
                and not exists (select from engine_inbox where shard = $1) and ${isDone} as done`,
        [shard],
      );
      if (rows[0]?.done === true) return;
    }
  });
}

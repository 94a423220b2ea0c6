import { setTimeout as pause } from 'node:timers/promises';
import type { AnyTestbed } from '../engines/testbed.ts';
import { untilTaken } from '../engines/until-taken.ts';
import { withClient } from '../rig.ts';
import { LIFE_MS_MAX } from './terms.ts';

const OPEN = `select from seconds_bet where status in ('waiting', 'running')`;
/** Open bets whose window has passed, by the last block. */
const DUE = `
  select from seconds_bet b, (select (extract(epoch from max(at)) * 1000)::bigint as ms from price_block) last
   where case status when 'waiting' then least(accepted_ms + entry_delay_ms + void_after_ms, cancel_ms + cancel_lead_ms)
                     when 'running' then entry_ms + seconds * 1000 + void_after_ms end <= last.ms`;

/** Lets every bet end, then stops the prices and waits until the engine has done what they ask for. */
export async function untilSettled(testbed: AnyTestbed): Promise<void> {
  await withClient(testbed.database.urlOf('postgres'), async (client) => {
    for (const endMs = performance.now() + 2 * LIFE_MS_MAX; performance.now() < endMs; await pause(200)) {
      const { rows } = await client.query(`${OPEN} limit 1`);
      if (rows.length === 0) return;
    }
  });
  await untilTaken(testbed, `not exists (${DUE})`);
}

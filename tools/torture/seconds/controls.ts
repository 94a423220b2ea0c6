import { setTimeout as pause } from 'node:timers/promises';
import { killWhileAnswering, killWhileLocked, type Ordeal, tradeOnly } from '../engines/controls.ts';
import type { AnyTestbed } from '../engines/testbed.ts';
import { withClient } from '../rig.ts';
import { FINDINGS } from './findings.ts';
import { LIFE_MS_MAX } from './terms.ts';

/** The first build, which has the faults that must always be tried, is that of the short form. */
export const ORDEALS: readonly Ordeal[] = [
  {
    // What each of these changes leaves the others alone.
    sabotages: [
      { name: 'exit-by-acceptance-time', finds: [FINDINGS.exit] },
      { name: 'flat-counted-as-loss', finds: [FINDINGS.outcome] },
      { name: 'settled-twice', finds: [FINDINGS.twice] },
      { name: 'result-writable-by-api', finds: [FINDINGS.writable] },
    ],
    play: untilEnded,
  },
  {
    sabotages: [{ name: 'run-not-stored', finds: [FINDINGS.entry, FINDINGS.exit] }],
    play: killWhileLocked('seconds'),
  },
  {
    sabotages: [{ name: 'answer-before-commit', finds: [FINDINGS.lost, 'lost as a record'] }],
    play: killWhileAnswering,
  },
  {
    sabotages: [{ name: 'tick-skipped', finds: [FINDINGS.entry, FINDINGS.exit] }],
    play: tradeOnly(150),
  },
];

const FLATS = 5;

/** Bets until some have ended at the price at which they began. */
async function untilEnded({ database }: AnyTestbed): Promise<void> {
  await withClient(database.urlOf('postgres'), async (client) => {
    for (const endMs = performance.now() + 2 * LIFE_MS_MAX; performance.now() < endMs; await pause(200)) {
      const { rows } = await client.query<{ flats: number }>(
        'select count(*)::int as flats from seconds_settlement where exit_price = entry_price',
      );
      if ((rows[0]?.flats ?? 0) >= FLATS) return;
    }
  });
}

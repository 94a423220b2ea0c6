import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '@app/server/platform/db/database';
import type { TimerEffect } from '@app/server/platform/db/timer-runner';
import { openLog } from '@app/server/platform/process/log';
import { sql } from 'kysely';
import { seeded } from '../../trial/random.ts';
import { patchSources } from '../source-patch.ts';
import { runBareLoop } from './bare-loop.ts';
import { FAULTS, type Report, type Variant } from './faults.ts';

/** Worker of the rig: `node worker-program.ts <url> <variant> <longest pause in an effect> <seed>`, until it is killed. */
const [url = '', variant = 'sound', pauseMsMax = '0', seed = '0'] = process.argv.slice(2);
const below = seeded(Number(seed));
const send = (report: Report) => void process.send?.(report);

process.once('disconnect', () => process.exit()); // The rig is gone.

if (variant !== 'bare') patchSources(FAULTS[variant as Exclude<Variant, 'bare'>]);
/** Called by the build with two transactions, after the first. */
Object.assign(globalThis, {
  betweenTransactions: async () => {
    send('between');
    await pause(300); // Long enough for the rig to kill, even on a busy machine.
  },
});
const { runTimers } = await import('@app/server/platform/db/timer-runner');

const log = openLog('timers', 'silent');
const { db } = openDatabase({ url, connectionsMax: 4, name: 'rig-timers' }, log);

/** Effect that inserts a row, works for a while, and fails for timers that are not sound yet. */
const effectOf = (kind: string): TimerEffect => ({
  kind,
  run: async (tx, timers) => {
    send('inside');
    const refs = timers.map(({ ref }) => ref);
    await sql`insert into fired (kind, ref, worker) select ${kind}, unnest(${refs}::text[]), ${process.pid}`.execute(
      tx,
    );
    if (kind === 'shaky') await refuseUnsound(tx, refs);
    if (Number(pauseMsMax) > 0) await pause(below(Number(pauseMsMax)));
    send('outside');
  },
});

async function refuseUnsound(tx: Parameters<TimerEffect['run']>[0], refs: readonly string[]): Promise<void> {
  const { rows } = await sql`
    select from planned where kind = 'shaky' and ref = any (${[...refs]}::text[]) and sound_from > clock_timestamp()
     limit 1`.execute(tx);
  if (rows.length === 0) return;
  send('failed');
  throw new Error('an effect that is not sound yet');
}

const effects = ['bulk', 'near', 'shaky'].map(effectOf);
await sql`select 1`.execute(db);
send('ready');
if (variant === 'bare') await runBareLoop(url);
else await runTimers({ db, effects, log }, new AbortController().signal);

import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

const WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 10;

/** Polls until there is an answer. */
export async function until<Found>(
  what: () => string,
  look: () => Found | undefined | Promise<Found | undefined>,
): Promise<Found> {
  for (const deadlineMs = performance.now() + WITHIN_MS; ; await pause(LOOK_EVERY_MS)) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > deadlineMs) throw new Error(`waited in vain for ${what()}`);
  }
}

const BLOCKED = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Waits until a statement in the database of this connection waits for a lock. It must not be in a transaction. */
export async function untilBlocked(client: pg.Client): Promise<void> {
  await until(
    () => 'a statement that waits for a lock',
    async () => ((await client.query(BLOCKED)).rowCount ? true : undefined),
  );
}

import { sql } from 'kysely';
import type { Registry } from 'prom-client';
import { gaugeFrom } from '../process/metrics.ts';
import type { Db } from './database.ts';

/** Counting stops here: a longer backlog is read as this figure, so that a scrape stays cheap when it matters most. */
const COUNTED_MAX = 10_000;

/** Exposes what waits in the tables of the platform. Every worker shows the same figures: take their maximum. */
export function measureQueues(registry: Registry, db: Db): void {
  const backlog = { name: 'outbox_backlog_events', help: `Events a consumer has not handled, up to ${COUNTED_MAX}.` };
  gaugeFrom(registry, { ...backlog, labelNames: ['consumer'] }, async () => {
    const { rows } = await sql<{ consumer: string; events: bigint }>`
      select c.consumer, (select count(*) from (
               select from outbox o where (o.xid, o.id) > (c.xid, c.id) limit ${COUNTED_MAX}) counted) as events
        from outbox_cursor c`.execute(db);
    return rows.map(({ consumer, events }) => ({ labels: { consumer }, count: Number(events) }));
  });
  const dead = { name: 'dead_letters', help: 'Events and commands that failed alone and wait for an operator.' };
  gaugeFrom(registry, { ...dead, labelNames: ['kind'] }, async () => {
    const { rows } = await sql<{ kind: string; count: bigint }>`
      select 'event' as kind, count(*) from outbox_dead
      union all select 'command', count(*) from engine_dead_command`.execute(db);
    return rows.map(({ kind, count }) => ({ labels: { kind }, count: Number(count) }));
  });
}

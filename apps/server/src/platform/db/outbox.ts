import { sql } from 'kysely';
import { currentTraceparent } from '../process/trace.ts';
import type { Tx } from './database.ts';
import type { NextId } from './writer.ts';

/** Event for consumers that must not miss it. Topics read `<module>.<noun>.<past-verb>`. */
export type OutboxEvent = {
  readonly id: bigint;
  readonly topic: string;
  readonly payload: unknown;
  /** `traceparent` of what wrote it, if that is recorded; a consumer continues its trace. */
  readonly trace?: string | null;
};

/** Writes events in the transaction that caused them. NATS may hint "look now"; this is the data to look at. */
export async function publish(tx: Tx, nextId: NextId, events: readonly Omit<OutboxEvent, 'id'>[]): Promise<void> {
  if (events.length === 0) return;
  await sql`
    insert into outbox (id, topic, payload, trace)
    select *, ${currentTraceparent() ?? null}::text from unnest(${events.map(() => String(nextId()))}::bigint[], ${events.map(({ topic }) => topic)}::text[],
      ${events.map(({ payload }) => JSON.stringify(payload))}::jsonb[])`.execute(tx);
}

import { expectDefined } from '@app/base';
import type { Mode } from '@app/protocol';
import { sql } from 'kysely';
import type { Reader, Tx } from '../db/database.ts';
import type { Bus } from './bus.ts';

/** Owner of a private channel: a user sees only the mode of the session. */
export type Recipient = { readonly userId: bigint; readonly mode: Mode };

/** Position of a push in its channel. The client refetches when `prev` is not the last `seq` it saw. */
export type Place = { readonly prev: string; readonly seq: string };

/** Takes the next sequence number, in the transaction whose effect is pushed: numbers follow the order of commits. */
export async function nextPushSeq(tx: Tx, { userId, mode }: Recipient): Promise<Place> {
  const { rows } = await sql<{ seq: bigint }>`
    insert into push_sequence (user_id, book, seq) values (${userId}, ${mode}, 1)
    on conflict (user_id, book) do update set seq = push_sequence.seq + 1 returning seq`.execute(tx);
  const { seq } = expectDefined(rows[0], 'the next place');
  return { prev: String(seq - 1n), seq: String(seq) };
}

/** Returns the last sequence number, as the snapshot of `tx` shows it. */
export async function lastPushSeq(tx: Reader, { userId, mode }: Recipient): Promise<string> {
  const { rows } = await sql<{ seq: bigint }>`
    select seq from push_sequence where user_id = ${userId} and book = ${mode}`.execute(tx);
  return String(rows[0]?.seq ?? 0n);
}

/** Pushes a frame to the user's sockets, after the commit. A hint may be lost: the next one reveals the gap. */
export function push(bus: Bus, recipient: Recipient, frame: Place & { channel: string; data: unknown }): void {
  bus.publishSigned(`push.${recipient.userId}.${recipient.mode}`, frame);
}

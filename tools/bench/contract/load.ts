import { setTimeout as pause } from 'node:timers/promises';
import type { ShardClient } from '../spot/client.ts';
import { openOrderOf, toClose, toOpen } from './mix.ts';

/** What was answered within the time of a load. */
export type Pressed = {
  readonly opened: number;
  readonly closed: number;
  readonly refused: ReadonlyMap<string, number>;
};

/**
 * Lets so many users open and close positions for so long, each sending the next request when the last was answered. All
 * positions are ordered to be closed at the end.
 */
export async function openAndClose(
  client: ShardClient,
  { users, ms }: { readonly users: readonly number[]; readonly ms: number },
): Promise<Pressed> {
  const startedMs = performance.now();
  const isOver = () => performance.now() - startedMs >= ms;
  const refused = new Map<string, number>();
  const counts = { opened: 0, closed: 0 };
  const keepTrading = async (user: number) => {
    while (!isOver()) {
      const opened = await client.send(toOpen(openOrderOf(user)));
      if (opened.refused !== undefined) {
        refused.set(opened.refused, (refused.get(opened.refused) ?? 0) + 1);
        continue;
      }
      if (!isOver()) counts.opened += 1;
      const { id } = opened.ok as { readonly id: string }; // The engine's own answer.
      const closed = await client.send(toClose(user, id));
      if (closed.refused !== undefined) throw new Error(`a close was refused: ${closed.refused}`);
      if (!isOver()) counts.closed += 1;
    }
  };
  await Promise.all(users.map(keepTrading));
  return { ...counts, refused };
}

/** One request, timed from the moment it was due to its answer. */
export type Timed = {
  /** When it was due, after the first one. */
  readonly dueMs: number;
  readonly tookMs: number;
  readonly refused: string | undefined;
};

/** Sends requests at a fixed rate until told to stop, regardless of the answers, and returns how long each took. */
export async function sendSteadily(
  send: (count: number) => Promise<{ readonly refused?: string | undefined }>,
  perSecond: number,
  until: Promise<unknown>,
): Promise<readonly Timed[]> {
  let isOver = false;
  const over = until.finally(() => {
    isOver = true;
  });
  const sent: Promise<Timed>[] = [];
  const startedMs = performance.now();
  for (let due = 0; !isOver; await pause(1)) {
    for (; due < ((performance.now() - startedMs) * perSecond) / 1_000; due++)
      sent.push(timed(() => send(due), { startedMs, dueMs: (due * 1_000) / perSecond }));
  }
  await over;
  return await Promise.all(sent);
}

async function timed(
  send: () => Promise<{ readonly refused?: string | undefined }>,
  { startedMs, dueMs }: { readonly startedMs: number; readonly dueMs: number },
): Promise<Timed> {
  const { refused } = await send();
  return { dueMs, tookMs: performance.now() - startedMs - dueMs, refused };
}

import type { ChildProcess } from 'node:child_process';
import pg from 'pg';

/** Runs `work` on its own connection, which is closed afterwards. A lost connection fails the next query, not the process. */
export async function withClient<Value>(url: string, work: (client: pg.Client) => Promise<Value>): Promise<Value> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Runs one query as a superuser on the database of a stack. */
export const queryStack = (
  { database }: { readonly database: { urlOf(role: 'postgres'): string } },
  text: string,
): Promise<Record<string, unknown>[]> =>
  withClient(database.urlOf('postgres'), async (client) => (await client.query(text)).rows);

/** Like `Promise.all`, but fails only after all have ended, so that none loses its server while it works. */
export async function allEnded<Work extends readonly unknown[] | []>(work: Work) {
  await Promise.allSettled(work);
  return await Promise.all(work);
}

/** Runs queries that each return violations; returns the counts of those that found some. */
export async function countWrongs(
  client: pg.Client,
  queries: Readonly<Record<string, string>>,
): Promise<Map<string, number>> {
  const wrongs = new Map<string, number>();
  for (const [wrong, query] of Object.entries(queries)) {
    const found = await countRows(client, query);
    if (found > 0) wrongs.set(wrong, found);
  }
  return wrongs;
}

export async function countRows(client: pg.Client, query: string): Promise<number> {
  const { rows } = await client.query<{ found: string }>(`select count(*) as found from (${query}) wrong`);
  return Number(rows[0]?.found);
}

export const count = (counts: Map<string, number>, what: string): void =>
  void counts.set(what, (counts.get(what) ?? 0) + 1);

/** Formats counts as `3 × this, 2 × that`. */
export const list = (counts: ReadonlyMap<string, number>) =>
  [...counts].map(([what, n]) => `${n} × ${what}`).join(', ');

/** Formats times as `p50 3 ms, max 9 ms`. */
export function spread(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  return `p50 ${sorted[sorted.length >> 1] ?? 0} ms, max ${sorted.at(-1) ?? 0} ms`;
}

/** Dispatches events to waiting callers. */
export type EventWaiter<Event> = {
  push(event: Event): void;
  /** Resolves with the first matching event from now on; undefined on timeout. */
  next(fits: (event: Event) => boolean, withinMs: number): Promise<Event | undefined>;
};

export function createEventWaiter<Event>(): EventWaiter<Event> {
  const listeners = new Set<(event: Event) => void>();
  return {
    push: (event) => {
      for (const listener of [...listeners]) listener(event);
    },
    next: (fits, withinMs) =>
      new Promise((resolve) => {
        const finish = (event?: Event) => {
          listeners.delete(listener);
          clearTimeout(timer);
          resolve(event);
        };
        const listener = (event: Event) => fits(event) && finish(event);
        const timer = setTimeout(finish, withinMs);
        listeners.add(listener);
      }),
  };
}

export const isAlive = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null;

/** Resolves when a process has ended; at once if it has. */
export const hasEnded = (child: ChildProcess): Promise<void> | undefined =>
  isAlive(child) ? new Promise<void>((resolve) => child.once('exit', () => resolve())) : undefined;

import { type Deposit, isPending } from '../deposits-query.ts';

export type { Deposit };

/** Ids of the deposits that were pending while the page was open. */
export type Watched = ReadonlySet<bigint>;
export const NOTHING_WATCHED: Watched = new Set();

/** Adds what is pending now; the same set if nothing is new. */
export function watch(watched: Watched, deposits: readonly Deposit[]): Watched {
  const fresh = deposits.filter((it) => isPending(it) && !watched.has(it.id));
  return fresh.length === 0 ? watched : new Set([...watched, ...fresh.map(({ id }) => id)]);
}

/** Returns the deposits to show, and those of them that were credited meanwhile. Older ones are in the list of records. */
export function arrivalsIn(watched: Watched, deposits: readonly Deposit[]) {
  const shown = deposits.filter(({ id }) => watched.has(id));
  return { shown, credited: shown.filter(({ state }) => state === 'credited') };
}

/** Returns the confirmations to show; more than are needed change nothing. */
export const countOf = ({ confirmations, confirmations_needed: of }: Deposit) => ({
  done: Math.min(confirmations, of),
  of,
});

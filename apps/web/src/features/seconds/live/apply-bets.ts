import { isEnded } from '@app/client/seconds';
import type { WireBet } from '../bets/open-bets.ts';

const byNewest = (a: WireBet, b: WireBet) => (a.id > b.id ? -1 : Number(a.id < b.id));

/** Returns the user's open bets after updates, newest first; the same list if nothing changes. */
export function applyBets(open: readonly WireBet[], updates: readonly WireBet[]): readonly WireBet[] {
  const after = new Map(open.map((bet) => [bet.id, bet]));
  let isChanged = false;
  for (const bet of updates) {
    if (!isEnded(bet)) after.set(bet.id, bet);
    else if (!after.delete(bet.id)) continue;
    isChanged = true;
  }
  return isChanged ? [...after.values()].sort(byNewest) : open;
}

/** Number of bets that are remembered as ended. Older ones ended long ago, or arrive with the next list. */
const MOST = 500;

/**
 * Keeps which bets have ended. Frames arrive in the engine's order, so each is newer than the one before; only after a
 * restart an older state may arrive, and a bet that ended never comes back.
 */
export function createEndedBets() {
  const ended = new Set<bigint>();
  const note = (bet: WireBet) => {
    ended.add(bet.id);
    const oldest = ended.values().next().value;
    if (ended.size > MOST && oldest !== undefined) ended.delete(oldest);
  };
  return {
    /** Returns the updates of bets that have not ended yet. */
    take: (bets: readonly WireBet[]): readonly WireBet[] => {
      const fresh = bets.filter(({ id }) => !ended.has(id));
      for (const bet of fresh.filter(isEnded)) note(bet);
      return fresh;
    },
  };
}

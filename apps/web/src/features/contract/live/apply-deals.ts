import type { Deal } from '../../../data/account/deals.ts';

const byNewest = (a: Deal, b: Deal) => (a.id > b.id ? -1 : Number(a.id < b.id));

/** Reports whether a deal is over: closed or cancelled. */
const isEnded = ({ status }: Pick<Deal, 'status'>): boolean => status >= 3;

/** Returns the user's positions and pending orders after updates, newest first; the same list if nothing changes. */
export function applyDeals(open: readonly Deal[], updates: readonly Deal[]): readonly Deal[] {
  const after = new Map(open.map((deal) => [deal.id, deal]));
  let isChanged = false;
  for (const deal of updates) {
    if (!isEnded(deal)) after.set(deal.id, deal);
    else if (!after.delete(deal.id)) continue;
    isChanged = true;
  }
  return isChanged ? [...after.values()].sort(byNewest) : open;
}

/** Cache size. Older deals ended long ago, or arrive with the next list. */
const MOST = 500;

/** A deal's update, with its state before. */
export type DealUpdate = { readonly before: Deal | undefined; readonly deal: Deal };

/**
 * Keeps the last socket update of each deal. Frames arrive in the engine's order, so the last one is the newest; only a
 * deal that ended never comes back.
 */
export function createDealUpdateCache() {
  const latest = new Map<bigint, Deal>();
  const keep = (deal: Deal) => {
    latest.delete(deal.id); // Re-inserted, so the oldest comes first.
    latest.set(deal.id, deal);
    const oldest = latest.keys().next().value;
    if (latest.size > MOST && oldest !== undefined) latest.delete(oldest);
  };
  return {
    take(deals: readonly Deal[]): readonly DealUpdate[] {
      return deals.flatMap((deal) => {
        const before = latest.get(deal.id);
        if (before !== undefined && isEnded(before)) return [];
        keep(deal);
        return [{ before, deal }];
      });
    },
  };
}

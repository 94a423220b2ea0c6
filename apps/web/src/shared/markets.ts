import type { Output } from '@app/protocol';
import { listMarkets } from '@app/protocol/market';
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { call } from './call.ts';

export type MarketInfo = Output<typeof listMarkets>['list'][number];

/** Markets come and go seldom; prices are the channel's. */
const KEPT_MS = 600_000;

let begun: Promise<Output<typeof listMarkets>> | undefined;

/** Asks before anything is drawn; whoever needs the list first takes this answer. */
export function beginMarkets(): void {
  begun = call(listMarkets, {});
  begun.catch(() => undefined); // Who takes it says so.
}

/** An answer is taken once: later questions are for newer ones. */
function takeBegun() {
  const taken = begun;
  begun = undefined;
  return taken;
}

export const marketsQuery = queryOptions({
  queryKey: ['market', 'list'],
  queryFn: ({ signal }) => takeBegun() ?? call(listMarkets, {}, { signal }),
  staleTime: KEPT_MS,
});

/** Every market, in the order of the house. Suspends: show it inside a `Panel`. */
export const useMarkets = (): readonly MarketInfo[] => useSuspenseQuery(marketsQuery).data.list;

const NONE_YET: readonly MarketInfo[] = [];

/** The same for a bar, which neither waits nor fails: none until they are known. The page below says what is wrong. */
export const useMarketsSoFar = (): readonly MarketInfo[] => useQuery(marketsQuery).data?.list ?? NONE_YET;

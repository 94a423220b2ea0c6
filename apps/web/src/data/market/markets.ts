import { marketsKey } from '@app/client/query';
import type { Output } from '@app/protocol';
import { listMarkets } from '@app/protocol/market';
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { call } from '../call/call.ts';

export type MarketInfo = Output<typeof listMarkets>['list'][number];

/** Cache time: markets rarely change, and prices arrive on the channel. */
const KEPT_MS = 600_000;

let begun: Promise<Output<typeof listMarkets>> | undefined;

/** Requests the markets before the first render; the first reader of the list takes this response. */
export function beginMarkets(): void {
  begun = call(listMarkets, {});
  begun.catch(() => undefined); // Its reader reports it.
}

/** Returns the early response once; later requests fetch newer data. */
function takeBegun() {
  const taken = begun;
  begun = undefined;
  return taken;
}

export const marketsQuery = queryOptions({
  queryKey: marketsKey,
  queryFn: ({ signal }) => takeBegun() ?? call(listMarkets, {}, { signal }),
  staleTime: KEPT_MS,
});

/** Returns every market, in the exchange's listing sequence. Suspends: render it inside a `Panel`. */
export const useMarkets = (): readonly MarketInfo[] => useSuspenseQuery(marketsQuery).data.list;

const NONE_YET: readonly MarketInfo[] = [];

/** Does the same for a bar, which neither suspends nor fails: empty until loaded. The page below reports errors. */
export const useMarketsSoFar = (): readonly MarketInfo[] => useQuery(marketsQuery).data?.list ?? NONE_YET;

import { dealsKey } from '@app/client/query';
import { isVisitor } from '@app/client/session';
import { listEndedDeals } from '@app/protocol/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { Deal, EndedDeal } from '../../../data/account/deals.ts';
import { call } from '../../../data/call/call.ts';
import { useSessionScope } from '../../../data/session/session.ts';

/** An opening or a close of the user's own, at its time. */
export type DealEvent = {
  readonly id: string;
  readonly at: number;
  readonly side: 'buy' | 'sell';
  readonly kind: 'opened' | 'closed' | 'liquidated';
};

const opposite = { buy: 'sell', sell: 'buy' } as const;

/** Returns the openings of deals; one that never opened has none. */
export const openings = (deals: readonly Deal[]): readonly DealEvent[] =>
  deals.flatMap(({ id, type, opened }) =>
    opened === null ? [] : [{ id: `${id} opened`, at: opened, side: type, kind: 'opened' }],
  );

/** Returns the closes of ended deals, each part of one on its own: closing a long sells. */
export const closes = (deals: readonly EndedDeal[]): readonly DealEvent[] =>
  deals.flatMap(({ type, settlements }) =>
    settlements.map(({ id, at, cause }) => ({
      id: `${id} closed`,
      at,
      side: opposite[type],
      kind: cause === 'liquidation' ? 'liquidated' : 'closed',
    })),
  );

const NEWEST = 100;

/** Query of the user's newest ended deals; `after` changes when a position opens or shrinks, so that it is read again. */
const endedQuery = (scope: string, after: string) =>
  queryOptions({
    queryKey: [...dealsKey(scope), 'ended-marks', after],
    queryFn: async ({ signal }) => (await call(listEndedDeals, { page: 1, limit: NEWEST }, { signal })).list,
    enabled: !isVisitor(scope),
    placeholderData: keepPreviousData,
  });

/** Returns the user's openings and closes in a market: those of open positions and of the newest ended ones. */
export function useDealEvents(symbol: string, open: readonly Deal[]): readonly DealEvent[] {
  const here = open.filter((deal) => deal.symbol === symbol);
  const after = here.map(({ id, share, status }) => `${id} ${share} ${status === 0}`).join();
  const { data = [] } = useQuery(endedQuery(useSessionScope(), after));
  const ended = data.filter((deal) => deal.symbol === symbol);
  return [...openings([...here, ...ended]), ...closes(ended)];
}

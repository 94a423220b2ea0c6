import * as routes from '@app/protocol/staff';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { type Change, type DeskPayout, useChange } from '../../data/queries.ts';
import { DESK_STATES } from './desk-rules.ts';

const PAGE = 100;
const REFRESH_MS = 5_000;

/** Payouts in one state, oldest first, a page after the other. */
export const useDeskList = (state: DeskPayout['state']) =>
  useInfiniteQuery({
    queryKey: ['payouts', 'list', state],
    queryFn: ({ pageParam }) =>
      call(routes.listDeskPayouts, { state, limit: PAGE, ...(pageParam !== null && { after: pageParam }) }),
    initialPageParam: null as bigint | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: REFRESH_MS,
  });

/** Looks for one payout in each state: a link names it, and a decision takes it out of its list. */
async function findPayout(id: bigint): Promise<DeskPayout | null> {
  for (const state of DESK_STATES) {
    const { list } = await call(routes.listDeskPayouts, { state, limit: 1, ...(id > 1n && { after: id - 1n }) });
    const [row] = list;
    if (row?.id === id) return row;
  }
  return null;
}

/** One payout that the list does not show; null if there is none. */
export const useFoundPayout = (id: string | undefined, isListed: boolean) =>
  useQuery({
    queryKey: ['payouts', 'one', id],
    queryFn: () => findPayout(BigInt(id ?? '0')),
    enabled: !isListed && id !== undefined && /^[1-9]\d{0,17}$/.test(id),
    refetchInterval: REFRESH_MS,
  });

/** The change about a payout that waits, or was executed last; null if there is neither. */
export function useDecision({ id, change_id: waiting }: DeskPayout): Change | null | undefined {
  const proposed = useChange(waiting === null ? undefined : String(waiting));
  const decided = useQuery({
    queryKey: ['changes', 'payout', String(id)],
    queryFn: () => call(routes.listChanges, { subject: `payout:${id}`, state: 'executed', limit: 1 }),
    enabled: waiting === null,
    refetchInterval: REFRESH_MS,
  });
  if (waiting !== null) return proposed.data;
  return decided.data && (decided.data.list[0] ?? null);
}

import * as routes from '@app/protocol/staff';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { type Change, type DeskWithdrawal, useChange } from '../../data/queries.ts';
import { DESK_STATES } from './desk-rules.ts';

const PAGE = 100;
const REFRESH_MS = 5_000;

/** Withdrawals in one state, oldest first, a page after the other. */
export const useDeskList = (state: DeskWithdrawal['state']) =>
  useInfiniteQuery({
    queryKey: ['withdrawals', 'list', state],
    queryFn: ({ pageParam }) =>
      call(routes.listDeskWithdrawals, { state, limit: PAGE, ...(pageParam !== null && { after: pageParam }) }),
    initialPageParam: null as bigint | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: REFRESH_MS,
  });

/** Looks for one withdrawal in each state: a link names it, and a decision takes it out of its list. */
async function findWithdrawal(id: bigint): Promise<DeskWithdrawal | null> {
  for (const state of DESK_STATES) {
    const { list } = await call(routes.listDeskWithdrawals, { state, limit: 1, ...(id > 1n && { after: id - 1n }) });
    const [row] = list;
    if (row?.id === id) return row;
  }
  return null;
}

/** One withdrawal that the list does not show; null if there is none. */
export const useFoundWithdrawal = (id: string | undefined, isListed: boolean) =>
  useQuery({
    queryKey: ['withdrawals', 'one', id],
    queryFn: () => findWithdrawal(BigInt(id ?? '0')),
    enabled: !isListed && id !== undefined && /^[1-9]\d{0,17}$/.test(id),
    refetchInterval: REFRESH_MS,
  });

/** The change that waits to approve a withdrawal, or did approve it; null if there is neither. */
export function useApproval({ id, change_id: waiting }: DeskWithdrawal): Change | null | undefined {
  const proposed = useChange(waiting === null ? undefined : String(waiting));
  const decided = useQuery({
    queryKey: ['changes', 'withdrawal', String(id)],
    queryFn: () => call(routes.listChanges, { subject: `withdrawal:${id}`, state: 'executed', limit: 1 }),
    enabled: waiting === null,
    refetchInterval: REFRESH_MS,
  });
  if (waiting !== null) return proposed.data;
  return decided.data && (decided.data.list[0] ?? null);
}

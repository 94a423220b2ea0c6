import * as routes from '@app/protocol/staff';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { type Change, type DeskClaim, useChange } from '../../data/queries.ts';
import { CLAIM_ORDER } from './claim-rules.ts';

const PAGE = 100;
const REFRESH_MS = 5_000;

/** Reports in one state, oldest first, a page after the other. */
export const useClaimList = (state: DeskClaim['state']) =>
  useInfiniteQuery({
    queryKey: ['claims', 'list', state],
    queryFn: ({ pageParam }) =>
      call(routes.listClaims, { state, limit: PAGE, ...(pageParam !== null && { after: pageParam }) }),
    initialPageParam: null as bigint | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: REFRESH_MS,
  });

/** Looks for one report in each state: a link names it, and a decision takes it out of its list. */
async function findClaim(id: bigint): Promise<DeskClaim | null> {
  for (const state of CLAIM_ORDER) {
    const { list } = await call(routes.listClaims, { state, limit: 1, ...(id > 1n && { after: id - 1n }) });
    const [row] = list;
    if (row?.id === id) return row;
  }
  return null;
}

/** One report that the list does not show; null if there is none. */
export const useFoundClaim = (id: string | undefined, isListed: boolean) =>
  useQuery({
    queryKey: ['claims', 'one', id],
    queryFn: () => findClaim(BigInt(id ?? '0')),
    enabled: !isListed && id !== undefined && /^[1-9]\d{0,17}$/.test(id),
    refetchInterval: REFRESH_MS,
  });

/** The change that waits to credit a report, or did; null if there is neither. */
export function useApproval({ id, change_id: waiting }: DeskClaim): Change | null | undefined {
  const proposed = useChange(waiting === null ? undefined : String(waiting));
  const decided = useQuery({
    queryKey: ['changes', 'claim', String(id)],
    queryFn: () => call(routes.listChanges, { subject: `claim:${id}`, state: 'executed', limit: 1 }),
    enabled: waiting === null,
    refetchInterval: REFRESH_MS,
  });
  if (waiting !== null) return proposed.data;
  return decided.data && (decided.data.list[0] ?? null);
}

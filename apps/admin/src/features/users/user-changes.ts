import * as routes from '@app/protocol/staff';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import type { Change } from '../../data/queries.ts';

const NONE: readonly Change[] = [];

/** Returns the changes about a user that wait for signatures, newest first. */
export function useUserChanges(id: bigint): readonly Change[] {
  const { data } = useQuery({
    queryKey: ['changes', 'user', String(id)],
    queryFn: () => call(routes.listChanges, { subject: `user:${id}`, state: 'waiting', limit: 10 }),
    refetchInterval: 5_000,
  });
  return data?.list ?? NONE;
}

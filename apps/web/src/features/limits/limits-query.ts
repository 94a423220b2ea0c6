import type { Limit, LimitKind } from '@app/domain/limits';
import { changeLimit } from '@app/protocol/limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { limitsQuery } from '../../data/account/limits-query.ts';
import { call } from '../../data/call/call.ts';
import { useSubmit } from '../../data/call/use-submit.ts';
import { useSessionScope } from '../../data/session/session.ts';

export const useLimits = () => useQuery(limitsQuery(useSessionScope()));

/** Sends one limit change. No optimistic update: the screen shows the server's response. */
export function useChangeLimit(kind: LimitKind) {
  const queryClient = useQueryClient();
  const { queryKey } = limitsQuery(useSessionScope());
  return useSubmit({
    mutationFn: ({ amount, untilMs }: Limit) =>
      call(changeLimit, { kind, ...(amount !== null && { amount }), ...(untilMs !== null && { until: untilMs }) }),
    onSuccess: async (limits) => {
      await queryClient.cancelQueries({ queryKey }); // A read from before the change must not overwrite it.
      queryClient.setQueryData(queryKey, limits);
    },
  });
}

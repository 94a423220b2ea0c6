import type { Limit, LimitKind } from '@app/domain/limits';
import { changeLimit } from '@app/protocol/limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/call.ts';
import { limitsQuery } from '../../../shared/limits-query.ts';
import { useSessionScope } from '../../../shared/session.ts';
import { useSubmit } from '../../../shared/use-submit.ts';

export const useLimits = () => useQuery(limitsQuery(useSessionScope()));

/** Sends one wish. Nothing of it is assumed: the screen shows what the server answers. */
export function useChangeLimit(kind: LimitKind) {
  const queryClient = useQueryClient();
  const { queryKey } = limitsQuery(useSessionScope());
  return useSubmit({
    mutationFn: ({ amount, untilMs }: Limit) =>
      call(changeLimit, { kind, ...(amount !== null && { amount }), ...(untilMs !== null && { until: untilMs }) }),
    onSuccess: async (limits) => {
      await queryClient.cancelQueries({ queryKey }); // A reading from before the change must not come after it.
      queryClient.setQueryData(queryKey, limits);
    },
  });
}

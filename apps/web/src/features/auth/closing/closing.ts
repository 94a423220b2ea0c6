import type { Output } from '@app/protocol';
import { cancelClosing, readClosing, requestClosing, userInfo } from '@app/protocol/auth';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocale } from '../../../data/app/texts.ts';
import { call } from '../../../data/call/call.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import { keepUser, useSessionScope } from '../../../data/session/session.ts';
import { callProven } from '../../../data/session/step-up.ts';

export type Closing = Output<typeof readClosing>;

const closingQuery = (scope: string) =>
  queryOptions({
    queryKey: ['auth', 'closing', scope],
    queryFn: ({ signal }) => call(readClosing, {}, { signal }),
    refetchOnMount: 'always', // The user comes back from emptying the account.
  });

export const useClosing = () => useQuery(closingQuery(useSessionScope()));

/** Requests the closing; "Me" shows its date from then on. */
export function useRequestClosing() {
  const queryClient = useQueryClient();
  const { queryKey } = closingQuery(useSessionScope());
  return useSubmit({
    mutationFn: (password: string) => callProven(requestClosing, { password }),
    onSuccess: async (closing) => {
      queryClient.setQueryData(queryKey, closing);
      keepUser(await call(userInfo, {}));
    },
  });
}

/** Cancels the closing. Once that is done the page shows it, even if the user's data cannot be read afterwards. */
export function useCancelClosing(onKept: () => void) {
  const queryClient = useQueryClient();
  const { queryKey } = closingQuery(useSessionScope());
  return useSubmit({
    mutationFn: () => call(cancelClosing, {}),
    onSuccess: async () => {
      onKept();
      await queryClient.invalidateQueries({ queryKey });
      keepUser(await call(userInfo, {}));
    },
  });
}

/** Formats the day of the closing in the user's zone. */
export function useDay(): (ms: number) => string {
  const format = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'long' });
  return (ms) => format.format(ms);
}

export type Obstacle = 'money' | 'orders' | 'password';

/** Returns what must be done before the request can be sent. Demo orders are cancelled by the request itself. */
export function obstacleOf({ ready, open }: Pick<Closing, 'ready' | 'open'>, password: string): Obstacle | undefined {
  if (open.some(({ book }) => book === 'real')) return 'orders';
  if (!ready) return 'money';
  return password === '' ? 'password' : undefined;
}

import { betsKey } from '@app/client/query';
import { isVisitor } from '@app/client/session';
import { readBet } from '@app/protocol/seconds';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../data/call/call.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { useOpenBets } from '../bets/open-bets.ts';

/** Query of one bet, also an ended one. */
export const betQuery = (scope: string, id: bigint) =>
  queryOptions({
    queryKey: [...betsKey(scope), 'bet', String(id)],
    queryFn: ({ signal }) => call(readBet, { id }, { signal }),
    enabled: !isVisitor(scope),
  });

const NO_BET = 0n;

/** Returns one bet: as its channel knows it while it is open, afterwards as it ended. */
export function useBet(id: bigint | undefined) {
  const scope = useSessionScope();
  const open = useOpenBets().data?.find((bet) => bet.id === id);
  const query = useQuery({
    ...betQuery(scope, id ?? NO_BET),
    enabled: id !== undefined && open === undefined && !isVisitor(scope),
  });
  return { bet: open ?? query.data, isError: query.isError, refetch: query.refetch };
}

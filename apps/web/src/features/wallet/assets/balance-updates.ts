import { balancesFrame } from '@app/protocol/socket';
import type { QueryClient } from '@tanstack/react-query';
import { balancesQuery } from '../../../data/account/balances.ts';
import type { Channel } from '../../../data/socket/socket.ts';
import { applyBalances } from './apply-balances.ts';

/** Writes socket updates into the query cache, so screens have one source of truth and no socket code. */
export function balanceChannel(queryClient: QueryClient, scope: string): Channel {
  const { queryKey } = balancesQuery(scope);
  const refresh = () => void queryClient.invalidateQueries({ queryKey });
  return {
    name: 'balances',
    refresh,
    receive: (received) => {
      const { data: frame } = balancesFrame.safeParse(received);
      const before = queryClient.getQueryData(queryKey);
      if (frame === undefined || before === undefined) return;
      const after = applyBalances(before, frame);
      if (after === 'gap') refresh();
      else queryClient.setQueryData(queryKey, after);
    },
  };
}

import { compareSeq, type PrivateChannel } from '@app/client/socket';
import type { Amount } from '@app/money';
import { balancesFrame } from '@app/protocol/socket';
import type { QueryClient } from '@tanstack/react-query';
import { type Balance, type Balances, balancesQuery } from '../../../data/account/balances.ts';

/** Writes socket updates into the query cache, so screens have one source of truth and no socket code. */
export function balanceChannel(queryClient: QueryClient, scope: string): PrivateChannel {
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

type Frame = {
  readonly prev: string;
  readonly seq: string;
  readonly data: readonly { account: string; currency: string; available: Amount; frozen: Amount }[];
};

const isSame = (a: { account: string; currency: string }, b: Balance) =>
  a.account === b.account && a.currency === b.currency;

/**
 * Returns the balances after an update; the same if it is stale; 'gap' if an earlier update is missing or the account
 * is unknown.
 */
export function applyBalances(before: Balances, { prev, seq, data }: Frame): Balances | 'gap' {
  const relation = compareSeq(before.seq, { prev, seq });
  if (relation === 'old') return before;
  const isKnown = data.every((change) => before.list.some((balance) => isSame(change, balance)));
  if (relation === 'gap' || !isKnown) return 'gap';
  const list = before.list.map((balance) => {
    const change = data.find((it) => isSame(it, balance));
    return change === undefined ? balance : { ...balance, available: change.available, frozen: change.frozen };
  });
  return { list, seq };
}

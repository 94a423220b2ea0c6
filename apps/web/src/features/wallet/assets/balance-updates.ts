import { recordsKey } from '@app/client/query';
import { compareSeq, type PrivateChannel } from '@app/client/socket';
import type { Amount } from '@app/money';
import { balancesFrame } from '@app/protocol/socket';
import { createThrottle } from '@app/ui';
import type { QueryClient } from '@tanstack/react-query';
import { type Balance, type Balances, balancesQuery } from '../../../data/account/balances.ts';

/** A scrolled list of records has many pages, each of them refetched, and fills may stream in. */
const RECORDS_EVERY_MS = 3_000;
/** While balances are being fetched, it is looked so often whether they can be fetched once more. */
const AGAIN_EVERY_MS = 500;

/**
 * Writes socket updates into the query cache, so screens have one source of truth and no socket code. Records, which
 * every change of a balance adds to, are refetched.
 */
export function balanceChannel(queryClient: QueryClient, scope: string) {
  const { queryKey } = balancesQuery(scope);
  const records = createThrottle(RECORDS_EVERY_MS, () => {
    const meant = { queryKey: recordsKey(scope) };
    // A list being fetched is let through, but may have been read before the update: it is requested once more.
    if (queryClient.isFetching(meant) > 0) records.trigger();
    void queryClient.invalidateQueries(meant, { cancelRefetch: false });
  });
  const isFetching = () => queryClient.isFetching({ queryKey, exact: true }) > 0;
  const again = createThrottle(AGAIN_EVERY_MS, () => {
    if (isFetching()) again.trigger();
    else void queryClient.invalidateQueries({ queryKey, exact: true });
  });
  const refresh = () => {
    records.trigger();
    void queryClient.invalidateQueries({ queryKey });
  };
  return {
    name: 'balances',
    refresh,
    receive: (received: unknown) => {
      const { data: frame } = balancesFrame.safeParse(received);
      if (frame === undefined) return;
      records.trigger();
      // What is being fetched may have been read before this update, and would replace it.
      if (isFetching()) again.trigger();
      const before = queryClient.getQueryData(queryKey);
      if (before === undefined) return;
      const after = applyBalances(before, frame);
      if (after === 'gap') refresh();
      else queryClient.setQueryData(queryKey, after);
    },
    end: () => {
      records.stop();
      again.stop();
    },
  } satisfies PrivateChannel & { end: () => void };
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

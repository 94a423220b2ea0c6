import type { Amount } from '@app/money';
import type { Balance, Balances } from '../../../data/account/balances.ts';
import { compareSeq } from '../../../data/socket/follow.ts';

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

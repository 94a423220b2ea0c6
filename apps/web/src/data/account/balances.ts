import { balancesKey } from '@app/client/query';
import { isVisitor } from '@app/client/session';
import { type Amount, add, ZERO } from '@app/money';
import type { Output } from '@app/protocol';
import { listWallets } from '@app/protocol/wallet';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../call/call.ts';
import { useSessionScope } from '../session/session.ts';

type Listed = Output<typeof listWallets>;

/** A balance without its listed value: the app values it at prices that arrive on the channel, between two lists. */
export type Balance = Omit<Listed['list'][number], 'equivalent'>;
export type Balances = Omit<Listed, 'list'> & { readonly list: readonly Balance[] };

/**
 * Query options, not a hook: the screens and the socket need the same key. It includes the mode, so that `real` and
 * `demo` never mix.
 */
export const balancesQuery = (scope: string) =>
  queryOptions({
    queryKey: balancesKey(scope),
    queryFn: ({ signal }): Promise<Balances> => call(listWallets, {}, { signal }),
    enabled: !isVisitor(scope),
  });

export const useBalances = () => useQuery(balancesQuery(useSessionScope()));

/** Returns the total balance, available plus frozen. */
export const ownedIn = ({ available, frozen }: Balance): Amount => add(available, frozen);

export const availableIn = (list: readonly Balance[], account: Balance['account'], currency: string): Amount =>
  list.find((balance) => balance.account === account && balance.currency === currency)?.available ?? ZERO;

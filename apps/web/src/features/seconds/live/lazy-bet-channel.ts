import { betsKey } from '@app/client/query';
import type { QueryClient } from '@tanstack/react-query';
import { lazyChannel } from '../../../data/socket/lazy-channel.ts';

/** Handles the channel of the user's bets. */
export const lazyBetChannel = (queryClient: QueryClient, scope: string, refreshBalances: () => void) =>
  lazyChannel({
    name: 'bets',
    load: async () => (await import('./live-bets.ts')).liveBets(queryClient, scope, refreshBalances),
    makeOld: () => void queryClient.invalidateQueries({ queryKey: betsKey(scope) }),
    onLost: refreshBalances,
    scope,
  });

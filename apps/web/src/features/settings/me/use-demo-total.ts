import { listWallets } from '@app/protocol/wallet';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../data/call/call.ts';
import { useSession, useSessionScope } from '../../../data/session/session.ts';
import { demoTotal } from './demo-total.ts';

/** Returns the demo total, in demo mode only: a real session never receives demo balances. */
export function useDemoTotal() {
  const scope = useSessionScope();
  const isDemo = useSession(({ user }) => user?.book === 'demo');
  const { data } = useQuery({
    queryKey: ['settings', 'demo-total', scope],
    queryFn: ({ signal }) => call(listWallets, {}, { signal }),
    select: ({ list }) => demoTotal(list),
    enabled: isDemo,
    staleTime: 0, // Shown beside a name; changes with every trade.
  });
  return isDemo ? data : undefined;
}

import { listWallets } from '@app/protocol/wallet';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../shared/call.ts';
import { useSession, useSessionScope } from '../../../shared/session.ts';
import { demoTotal } from '../model/demo-total.ts';

/** Known only in the demo book: a session of the real one is never told about practice money. */
export function useDemoTotal() {
  const scope = useSessionScope();
  const isDemo = useSession(({ user }) => user?.book === 'demo');
  const { data } = useQuery({
    queryKey: ['settings', 'demo-total', scope],
    queryFn: ({ signal }) => call(listWallets, {}, { signal }),
    select: ({ list }) => demoTotal(list),
    enabled: isDemo,
    staleTime: 0, // It is a word beside a name, and moves with every trade.
  });
  return isDemo ? data : undefined;
}

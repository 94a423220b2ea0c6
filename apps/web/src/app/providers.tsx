import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { CallRefused } from '../shared/call-refused.ts';
import { useSession } from '../shared/session.ts';
import { useDocumentLook } from './document-look.ts';
import { fetchedAtLast } from './fetched-at-last.ts';

/** A refusal is an answer and stays one; only silence is worth asking again. */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 30_000,
      retry: (failures, error) => !(error instanceof CallRefused) && failures < 1,
    },
    mutations: { networkMode: 'always' },
  },
});

export function Providers({ children }: { children: ReactNode }) {
  useDocumentLook();
  useLive();
  useEffect(afterFirstPaint, []);
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

/** Loaded when the app has been seen, so that nothing of it holds up the first paint. */
function afterFirstPaint(): void {
  const soon = globalThis.requestIdleCallback ?? ((act: () => void) => setTimeout(act, 200));
  soon(() => void fetchedAtLast(() => import('./launch.ts')).then(({ launch }) => launch()));
}

/** The socket lives as long as its token; visitors do not load it. */
function useLive(): void {
  const token = useSession((session) => session.token);
  useEffect(() => {
    if (token === undefined) return undefined;
    const connected = fetchedAtLast(() => import('./live.ts')).then(({ connectLive }) =>
      connectLive(token, queryClient),
    );
    return () => void connected.then((disconnect) => disconnect());
  }, [token]);
}

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { CallRefused } from '../shared/call-refused.ts';
import { useSessionScope } from '../shared/session.ts';
import { useDocumentLook } from './document-look.ts';
import { retryUntilOnline } from './retry-until-online.ts';

/** A refusal is an answer and stays one; only silence is worth asking again. */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 30_000,
      retry: (failures, error) => !(error instanceof CallRefused) && failures < 1,
    },
    // What was sent may be a password: it is forgotten with its answer.
    mutations: { networkMode: 'always', gcTime: 0 },
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
  soon(() => void retryUntilOnline(() => import('./launch.ts')).then(({ launch }) => launch()));
}

/** The socket lives as long as one user and book are on the page, whatever their token; a visitor's hears prices only. */
function useLive(): void {
  const scope = useSessionScope();
  useEffect(() => {
    let isOver = false;
    const connected = retryUntilOnline(() => import('./live.ts')).then(({ connectLive }) =>
      isOver ? undefined : connectLive(scope, queryClient),
    );
    return () => {
      isOver = true;
      void connected.then((disconnect) => disconnect?.());
    };
  }, [scope]);
}

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { CallRefused } from '../data/call/call-refused.ts';
import { useSessionScope } from '../data/session/session.ts';
import { useDocumentLook } from './document-look.ts';
import { retryUntilOnline } from './retry-until-online.ts';

/** Retry policy: a refusal is a final answer; only a missing response is retried. */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 30_000,
      retry: (failures, error) => !(error instanceof CallRefused) && failures < 1,
    },
    // The request may contain a password: it is dropped with its answer.
    mutations: { networkMode: 'always', gcTime: 0 },
  },
});

export function Providers({ children }: { children: ReactNode }) {
  useDocumentLook();
  useLive();
  useEffect(afterFirstPaint, []);
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

/** Loads the rest after the app is visible, so that none of it delays the first paint. */
function afterFirstPaint(): void {
  const soon = globalThis.requestIdleCallback ?? ((act: () => void) => setTimeout(act, 200));
  soon(() => void retryUntilOnline(() => import('./launch.ts')).then(({ launch }) => launch()));
}

/**
 * Keeps the socket open while one user and mode are on the page, whatever their token; a visitor's receives prices
 * only.
 */
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

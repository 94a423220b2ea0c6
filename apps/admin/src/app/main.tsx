import './desk.css';
import { expectDefined } from '@app/base';
import { CallRefused } from '@app/client/call';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { HashRouter } from 'react-router';
import { applyLook } from '../data/look.ts';
import { useSession } from '../data/session.ts';
import { Pages } from './pages.tsx';

applyLook();

/** A refusal is a final answer; only a missing response is asked for again. */
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 1_000,
      retry: (failures, error) => !(error instanceof CallRefused) && failures < 1,
    },
  },
});

// What one person read is not shown to the next.
useSession.subscribe((now, before) => {
  if (now.session?.token !== before.session?.token) queries.clear();
});

createRoot(expectDefined(document.getElementById('root'), 'the root element')).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <HashRouter>
        <Pages />
      </HashRouter>
    </QueryClientProvider>
  </StrictMode>,
);

import { LANGUAGES } from '@app/i18n';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { CallRefused } from '../shared/call-refused.ts';
import { usePreferences } from '../shared/preferences.ts';
import { useSession } from '../shared/session.ts';

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
  useTheme();
  useDocumentLanguage();
  useLive();
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

function useTheme(): void {
  const theme = usePreferences((preferences) => preferences.theme);
  useLayoutEffect(() => {
    const light = matchMedia('(prefers-color-scheme: light)');
    const show = () => {
      document.documentElement.dataset.theme = theme === 'system' ? (light.matches ? 'light' : 'dark') : theme;
    };
    show();
    light.addEventListener('change', show);
    return () => light.removeEventListener('change', show);
  }, [theme]);
}

function useDocumentLanguage(): void {
  const language = usePreferences((preferences) => preferences.language);
  useEffect(() => {
    document.documentElement.lang = LANGUAGES[language];
  }, [language]);
}

/** The socket lives as long as its token; visitors do not load it. */
function useLive(): void {
  const token = useSession((session) => session.token);
  useEffect(() => {
    if (token === undefined) return undefined;
    const connected = import('./live.ts').then(({ connectLive }) => connectLive(token, queryClient));
    return () => void connected.then((disconnect) => disconnect());
  }, [token]);
}

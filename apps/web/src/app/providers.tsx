import { CallRefused } from '@app/client/call';
import { allowHaptics } from '@app/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { usePreferences } from '../data/app/preferences.ts';
import { useLocale } from '../data/app/texts.ts';
import { useSessionScope } from '../data/session/session.ts';

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

/** Fetches parts that nothing on the screen waits for: a failed fetch is repeated when the network is back. */
async function retryUntilOnline<Part>(fetchPart: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await fetchPart();
    } catch {
      await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
    }
  }
}

/** The page background, which the browser's own bars adopt. */
const BAR_COLOURS = { dark: '#0b0e13', light: '#ffffff' } as const;

/** Applies the preferences that affect the whole document: theme, price colours, motion, vibration and language. */
function useDocumentLook(): void {
  useTheme();
  const { priceColours, motion, haptics } = usePreferences();
  const locale = useLocale();
  useLayoutEffect(() => {
    document.documentElement.dataset.price = priceColours;
    document.documentElement.dataset.motion = motion;
  }, [priceColours, motion]);
  useEffect(() => allowHaptics(haptics), [haptics]);
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
}

function useTheme(): void {
  const theme = usePreferences((preferences) => preferences.theme);
  useLayoutEffect(() => {
    const light = matchMedia('(prefers-color-scheme: light)');
    const show = () => {
      const shown = theme === 'system' ? (light.matches ? 'light' : 'dark') : theme;
      document.documentElement.dataset.theme = shown;
      document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BAR_COLOURS[shown]);
    };
    show();
    light.addEventListener('change', show);
    return () => light.removeEventListener('change', show);
  }, [theme]);
}

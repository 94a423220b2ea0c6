import './app.css';
import { expectDefined } from '@app/base';
import { allowHaptics, ErrorPanel } from '@app/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, useEffect, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { HashRouter } from 'react-router';
import { renew } from '../data/app/app-update.ts';
import { watchInstallOffer } from '../data/app/install-offer.ts';
import { usePreferences } from '../data/app/preferences.ts';
import { HOME_PATH, knownPaths } from '../data/app/return-address.ts';
import { loadTexts, useLocale } from '../data/app/texts.ts';
import { CallRefused, NoResponse } from '../data/call/call-refused.ts';
import { followOtherTabs, useSessionScope } from '../data/session/session.ts';
import { watchNetwork } from '../data/socket/connection.ts';
import { seedBackHistory } from './cold-start.ts';
import { loadScreen, ScreenMissing, ScreenSlow } from './load-screen.ts';
import { returnPaths } from './login-ways.ts';
import { Routes } from './router.tsx';
import { SCREENS } from './screens.ts';

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

function Providers({ children }: { children: ReactNode }) {
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

const RETRY_MS = 500;

/**
 * Loads the frame's own texts, without which nothing can be rendered: tried twice, then in English, which the service
 * worker caches. The language preference stays; it is tried again at the next start.
 */
async function loadBaseTexts(): Promise<boolean> {
  const inEnglish = async () => {
    await loadTexts(['system'], 'en');
    usePreferences.setState({ language: 'en' });
  };
  for (const attempt of [() => loadTexts(['system']), afterAWhile, inEnglish])
    if (await attempt().then(succeeded, failed)) return true;
  return false;
}

const succeeded = () => true;
const failed = () => false;

async function afterAWhile(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  await loadTexts(['system']);
}

/** Shown when not even the texts could be fetched. The only texts of the app that are not in a catalogue. */
function TextsUnavailable() {
  return (
    <main className="page">
      <div className="middle">
        <ErrorPanel
          title="Tidemark could not be loaded"
          text="Please check your connection and try again."
          retry={{ label: 'Try again', go: () => void renew() }}
        />
      </div>
    </main>
  );
}

for (const way of returnPaths()) knownPaths.add(way);
watchNetwork();
followOtherTabs(globalThis);
watchInstallOffer();
seedBackHistory(history, location.hash);
const path = location.hash.replace(/^#/, '').split('?')[0] || HOME_PATH;
const first = SCREENS.find((screen) => screen.path === path);
if (first !== undefined) void loadScreen(first).catch(() => undefined); // Its boundary shows it.
const canSpeak = await loadBaseTexts();
/** Errors that a boundary or a panel explains to the user. */
const EXPECTED = [ScreenMissing, ScreenSlow, CallRefused, NoResponse];

createRoot(expectDefined(document.getElementById('root'), 'the root element'), {
  // Everything else is a bug and is reported as one.
  onCaughtError: (error) => {
    if (!EXPECTED.some((kind) => error instanceof kind)) reportError(error);
  },
}).render(
  <StrictMode>
    {canSpeak ? (
      <Providers>
        <HashRouter>
          <Routes />
        </HashRouter>
      </Providers>
    ) : (
      <TextsUnavailable />
    )}
  </StrictMode>,
);

import './app.css';
import { expectDefined } from '@app/base';
import { CallRefused, NoResponse } from '@app/client/call';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { HashRouter } from 'react-router';
import { watchInstallOffer } from '../data/app/install-offer.ts';
import { HOME_PATH, knownPaths } from '../data/app/return-address.ts';
import { builtPages } from '../data/app/screen.ts';
import { followOtherTabs } from '../data/session/session.ts';
import { watchNetwork } from '../data/socket/connection.ts';
import { loadBaseTexts, TextsUnavailable } from './base-texts.tsx';
import { seedBackHistory } from './cold-start.ts';
import { loadScreen, ScreenMissing, ScreenSlow } from './load-screen.ts';
import { returnPaths } from './login-ways.ts';
import { Providers } from './providers.tsx';
import { Routes } from './router.tsx';
import { SCREENS } from './screens.ts';

for (const way of returnPaths()) knownPaths.add(way);

for (const screen of SCREENS) if ('load' in screen) builtPages.set(screen.path, screen.product);

watchNetwork();

followOtherTabs(globalThis);

watchInstallOffer();

seedBackHistory(history, location.hash);

const path = location.hash.replace(/^#/, '').split('?')[0] || HOME_PATH;

const first = SCREENS.find((screen) => screen.path === path);

if (first !== undefined) void loadScreen(first).catch(() => undefined);

// Its boundary shows it.
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

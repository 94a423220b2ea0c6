import '@app/ui/styles/index.css';
import { given } from '@app/base';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { HashRouter } from 'react-router';
import { CallRefused, CallUnanswered } from '../shared/call-refused.ts';
import { watchNetwork } from '../shared/connection.ts';
import { watchInstallOffer } from '../shared/install-offer.ts';
import { HOME_PATH, knownPaths } from '../shared/return-address.ts';
import { followOtherTabs } from '../shared/session.ts';
import { layQuotationBeneath } from './cold-start.ts';
import { learnToSpeak } from './learn-to-speak.ts';
import { loadScreen, ScreenMissing, ScreenSlow } from './load-screen.ts';
import { waysBack } from './login-ways.ts';
import { Providers } from './providers.tsx';
import { Routes } from './router.tsx';
import { SCREENS } from './screens.ts';
import { Wordless } from './wordless.tsx';

for (const way of waysBack()) knownPaths.add(way);
watchNetwork();
followOtherTabs(globalThis);
watchInstallOffer();
layQuotationBeneath(history, location.hash);
const path = location.hash.replace(/^#/, '').split('?')[0] || HOME_PATH;
const first = SCREENS.find((screen) => screen.path === path);
if (first !== undefined) void loadScreen(first).catch(() => undefined); // Its boundary will tell.
const canSpeak = await learnToSpeak();
/** What a boundary or a panel shows to the user in words. */
const EXPECTED = [ScreenMissing, ScreenSlow, CallRefused, CallUnanswered];

createRoot(given(document.getElementById('root'), 'the root element'), {
  // Everything else is a defect and is reported as one.
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
      <Wordless />
    )}
  </StrictMode>,
);

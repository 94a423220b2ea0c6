import '@app/ui/styles/index.css';
import { given } from '@app/base';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { watchNetwork } from '../shared/connection.ts';
import { knownPaths } from '../shared/return-address.ts';
import { loadTexts } from '../shared/texts.ts';
import { Providers } from './providers.tsx';
import { router } from './router.tsx';
import { SCREENS } from './screens.ts';

for (const { path } of SCREENS) knownPaths.add(path);
watchNetwork();
await loadTexts(['system']);
createRoot(given(document.getElementById('root'), 'the root element')).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);

import { Suspense } from 'react';
import { createHashRouter, Navigate, type RouteObject } from 'react-router';
import { notFoundScreen } from '../features/system/system.screens.ts';
import { HOME_PATH } from '../shared/return-address.ts';
import type { Screen } from '../shared/screen.ts';
import { useSession } from '../shared/session.ts';
import { ScreenBoundary, ScreenLoading } from './boundaries.tsx';
import { Frame } from './frame.tsx';
import { lazyScreen } from './load-screen.ts';
import { SCREENS } from './screens.ts';

/** Shown only to whom it is meant for; the frame leads the others to the login page. */
function Guarded({ screen, children }: { screen: Screen; children: React.ReactNode }) {
  const isVisitor = useSession(({ token }) => token === undefined);
  return screen.access === 'user' && isVisitor ? <ScreenLoading /> : children;
}

function elementOf(screen: Screen) {
  const Content = lazyScreen(screen);
  return (
    <ScreenBoundary key={screen.path}>
      <Guarded screen={screen}>
        <Suspense fallback={<ScreenLoading />}>
          <Content />
        </Suspense>
      </Guarded>
    </ScreenBoundary>
  );
}

const routes: RouteObject[] = [
  {
    element: <Frame />,
    children: [
      { path: '/', element: <Navigate to={HOME_PATH} replace /> },
      ...SCREENS.map((screen) => ({ path: screen.path, element: elementOf(screen) })),
      { path: '*', element: elementOf(notFoundScreen) },
    ],
  },
];

export const router = createHashRouter(routes);

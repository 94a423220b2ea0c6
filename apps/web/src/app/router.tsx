import { Suspense, use } from 'react';
import { Navigate, type RouteObject, useLocation, useRoutes } from 'react-router';
import { HOME_PATH } from '../data/app/return-address.ts';
import type { Screen } from '../data/app/screen.ts';
import { useSession } from '../data/session/session.ts';
import { notFoundScreen } from '../features/system/system.screens.ts';
import { ScreenBoundary, ScreenLoading } from './boundaries.tsx';
import { Frame } from './frame.tsx';
import { loadScreen } from './load-screen.ts';
import { SCREENS } from './screens.ts';

/** Shows a screen only to users with access; the frame redirects the others to the login page. */
function Guarded({ screen, children }: { screen: Screen; children: React.ReactNode }) {
  const isVisitor = useSession(({ token }) => token === undefined);
  return screen.access === 'user' && isVisitor ? <ScreenLoading /> : children;
}

function Content({ screen }: { screen: Screen }) {
  const { default: Shown } = use(loadScreen(screen));
  return <Shown />;
}

function routeOf(screen: Screen, path: string = screen.path): RouteObject {
  const element = (
    <ScreenBoundary key={screen.path} screen={screen}>
      <Guarded screen={screen}>
        <Suspense fallback={<ScreenLoading />}>
          <Content screen={screen} />
        </Suspense>
      </Guarded>
    </ScreenBoundary>
  );
  return { path, element };
}

/** Decisions, "system pages": these two route with and without `/pages/`. */
const SHORT_ADDRESSES = ['choose-location', 'open-location'];

/** Keeps the query: it carries the place. */
const FullAddress = ({ name }: { name: string }) => <Navigate to={`/pages/${name}${useLocation().search}`} replace />;

const routes: RouteObject[] = [
  {
    element: <Frame />,
    children: [
      { path: '/', element: <Navigate to={HOME_PATH} replace /> },
      ...SHORT_ADDRESSES.map((name) => ({ path: `/${name}`, element: <FullAddress name={name} /> })),
      ...SCREENS.map((screen) => routeOf(screen)),
      routeOf(notFoundScreen, '*'),
    ],
  },
];

/**
 * Renders the page of the address. Queries and boundaries handle loading and errors, so the router's own loaders would
 * only add weight.
 */
export const Routes = () => useRoutes(routes);

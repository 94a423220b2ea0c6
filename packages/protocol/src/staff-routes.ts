import type { Route } from './route.ts';
import { namedRoutes } from './routes.ts';
import * as staff from './staff/index.ts';

/** Every route of the admin process with the name of its export, for its server and its tests. */
export const NAMED_STAFF_ROUTES: readonly (readonly [name: string, route: Route])[] = namedRoutes([staff]);
export const STAFF_ROUTES: readonly Route[] = NAMED_STAFF_ROUTES.map(([, route]) => route);

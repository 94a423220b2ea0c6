import * as auth from './auth/index.ts';
import * as content from './content/index.ts';
import * as contract from './contract/index.ts';
import * as convert from './convert/index.ts';
import * as deposit from './deposit/index.ts';
import * as exports from './export/index.ts';
import * as kyc from './kyc/index.ts';
import * as limits from './limits/index.ts';
import * as market from './market/index.ts';
import * as media from './media/index.ts';
import * as notify from './notify/index.ts';
import * as payee from './payee/index.ts';
import * as payout from './payout/index.ts';
import * as proof from './proof/index.ts';
import * as reference from './reference/index.ts';
import type { Route } from './route.ts';
import * as seconds from './seconds/index.ts';
import * as spot from './spot/index.ts';
import * as statement from './statement/index.ts';
import * as wallet from './wallet/index.ts';
import * as withdrawal from './withdrawal/index.ts';

/** Returns whether an export is a route: a feature's public API may also export constants. */
const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'path' in value && 'request' in value;

type NamedRoute = readonly [name: string, route: Route];

/** Returns the routes that features export, with their names. */
export const namedRoutes = (features: readonly object[]): readonly NamedRoute[] =>
  features.flatMap((feature) =>
    Object.entries<unknown>({ ...feature }).flatMap(([name, it]) => (isRoute(it) ? [[name, it] as const] : [])),
  );

/** Every route of the product with the name of its export, for tests. */
export const NAMED_ROUTES: readonly NamedRoute[] = namedRoutes([
  auth,
  content,
  contract,
  convert,
  deposit,
  exports,
  kyc,
  limits,
  market,
  media,
  notify,
  payee,
  payout,
  proof,
  reference,
  seconds,
  spot,
  statement,
  wallet,
  withdrawal,
]);

/** Every route of the product, for tests, the fuzzer and the API page. */
export const ROUTES: readonly Route[] = NAMED_ROUTES.map(([, route]) => route);

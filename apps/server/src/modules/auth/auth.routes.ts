import type { Http } from '../../platform/http/caller.ts';
import { accountRoutes } from './account/account.routes.ts';
import { closingRoutes } from './closing/closing.routes.ts';
import type { ClosingDeps } from './closing/request-closing.ts';
import { codeRoutes } from './code/code.routes.ts';
import { demoRoutes } from './demo/demo.routes.ts';
import { factorRoutes } from './factor/factor.routes.ts';
import { freezeRoutes } from './freeze/freeze.routes.ts';
import { profileRoutes } from './profile/profile.routes.ts';
import { sessionRoutes } from './session/session.routes.ts';
import { stepUpRoutes } from './step-up/step-up.routes.ts';

const SUBMODULES = [
  accountRoutes,
  closingRoutes,
  codeRoutes,
  demoRoutes,
  factorRoutes,
  freezeRoutes,
  profileRoutes,
  sessionRoutes,
  stepUpRoutes,
];

/** Binds the routes of every part of this module. */
export function authRoutes(http: Http, deps: ClosingDeps): void {
  for (const bind of SUBMODULES) bind(http, deps);
}

import * as routes from '@app/protocol/auth';
import type { Http } from '../../../platform/http/caller.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { listSessions } from './list-sessions.ts';
import { logout } from './logout.ts';
import { revokeOtherSessions, revokeSession } from './revoke-sessions.ts';

/** Maps wire fields to domain fields only; business rules do not belong here. */
export function sessionRoutes(http: Http, deps: AuthDeps): void {
  serve(http, routes.logout, (_input, caller) => logout(deps, caller));
  serve(http, routes.logoutByGet, (_input, caller) => logout(deps, caller));
  serve(http, routes.listSessions, (_input, caller) => listSessions(deps, caller));
  serve(http, routes.revokeSession, ({ id }, caller) => revokeSession(deps, caller, id));
  serve(http, routes.revokeOtherSessions, (_input, caller) => revokeOtherSessions(deps, caller));
}

import * as routes from '@app/protocol/auth';
import type { Http } from '../../../platform/http/caller.ts';
import { serve } from '../../../platform/http/serve.ts';
import { changeAccount } from './change-account.ts';
import { openDemoAccount } from './open-demo-account.ts';
import { type DemoDeps, resetDemoAccount } from './reset-demo-account.ts';

/** Maps wire fields to domain fields only; business rules do not belong here. */
export function demoRoutes(http: Http, deps: DemoDeps): void {
  serve(http, routes.openDemoAccount, (_input, { userId }, { idempotencyKey, body }) =>
    openDemoAccount(deps, { key: idempotencyKey, userId, route: routes.openDemoAccount.path, body }),
  );
  serve(http, routes.changeAccount, ({ book: mode }, caller, { ip, userAgent }) =>
    changeAccount(deps, caller, { mode, ip, userAgent }),
  );
  serve(http, routes.resetAccount, (_input, { userId }, { idempotencyKey, body }) =>
    resetDemoAccount(deps, { key: idempotencyKey, userId, route: routes.resetAccount.path, body }),
  );
}

import * as routes from '@app/protocol/auth';
import type { Http } from '../../../platform/caller.ts';
import { serve } from '../../../platform/serve.ts';
import { changeAccount } from './change-account.ts';
import { openDemoAccount } from './open-demo-account.ts';
import { type DemoDeps, resetDemoAccount } from './reset-demo-account.ts';

/** Translates wire words into domain words and nothing else: a rule found here is in the wrong file. */
export function demoRoutes(http: Http, deps: DemoDeps): void {
  serve(http, routes.openDemoAccount, (_input, { userId }, { idempotencyKey, body }) =>
    openDemoAccount(deps, { key: idempotencyKey, userId, route: routes.openDemoAccount.path, body }),
  );
  serve(http, routes.changeAccount, ({ book }, caller, { ip, userAgent }) =>
    changeAccount(deps, caller, { book, ip, userAgent }),
  );
  serve(http, routes.resetAccount, (_input, { userId }, { idempotencyKey, body }) =>
    resetDemoAccount(deps, { key: idempotencyKey, userId, route: routes.resetAccount.path, body }),
  );
}

import * as routes from '@app/protocol/payout';
import { readPage } from '../../platform/db/page.ts';
import { refuseWith } from '../../platform/http/accept.ts';
import type { Http } from '../../platform/http/caller.ts';
import { serve } from '../../platform/http/serve.ts';
import type { AuthDeps } from '../auth/index.ts';
import * as store from './payout.store.ts';
import { cancelPayout } from './request/cancel-payout.ts';
import { listOptions } from './request/list-options.ts';
import { requestPayout } from './request/request-payout.ts';
import { showPayout } from './request/show-payout.ts';

export function payoutRoutes(http: Http, deps: AuthDeps): void {
  const { db } = deps;
  serve(http, routes.payoutOptions, (_input, caller) => listOptions(deps, caller));
  serve(http, routes.payOut, (input, caller, { idempotencyKey: key }) => requestPayout(deps, caller, { input, key }));
  serve(http, routes.cancelPayout, ({ id }, { userId }, { idempotencyKey: key, body }) =>
    cancelPayout(deps, { userId, id, key, body }),
  );
  serve(http, routes.listPayouts, async ({ state, ...request }, { userId }) => {
    const { rows, ...page } = await readPage(request, store.payoutsOf(db, { userId, state }));
    return { list: rows.map(showPayout), ...page };
  });
  serve(http, routes.getPayout, async ({ id }, { userId }) =>
    showPayout((await store.findPayout(db, userId, id)) ?? refuseWith('not_found')),
  );
}

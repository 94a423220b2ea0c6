import { withdrawalSettings } from '@app/domain/withdrawal';
import * as routes from '@app/protocol/withdrawal';
import { readPage } from '../../platform/db/page.ts';
import { refuseWith } from '../../platform/http/accept.ts';
import type { Http } from '../../platform/http/caller.ts';
import { serve } from '../../platform/http/serve.ts';
import type { AuthDeps } from '../auth/index.ts';
import { cancelWithdrawal } from './request/cancel-withdrawal.ts';
import { listOptions } from './request/list-options.ts';
import { requestWithdrawal } from './request/request-withdrawal.ts';
import { showWithdrawal } from './request/show-withdrawal.ts';
import * as store from './withdrawal.store.ts';

export function withdrawalRoutes(http: Http, deps: AuthDeps): void {
  const { db } = deps;
  const needed = async () => (await deps.settings.read(withdrawalSettings.confirmations)).value;
  serve(http, routes.withdrawOptions, (_input, caller) => listOptions(deps, caller));
  serve(http, routes.withdraw, (input, caller, { idempotencyKey: key }) =>
    requestWithdrawal(deps, caller, { input, key }),
  );
  serve(http, routes.cancelWithdrawal, ({ id }, { userId }, { idempotencyKey: key, body }) =>
    cancelWithdrawal(deps, { userId, id, key, body }),
  );
  serve(http, routes.listWithdrawals, async ({ currency, state, ...request }, { userId }) => {
    const confirmations = await needed();
    const { rows, ...page } = await readPage(request, store.withdrawalsOf(db, { userId, currency, state }));
    return { list: rows.map((row) => showWithdrawal(row, confirmations)), ...page };
  });
  serve(http, routes.getWithdrawal, async ({ id }, { userId }) => {
    const row = (await store.findWithdrawal(db, userId, id)) ?? refuseWith('not_found');
    return showWithdrawal(row, await needed());
  });
}

import * as routes from '@app/protocol/deposit';
import { readPage } from '../../platform/db/page.ts';
import type { Http } from '../../platform/http/caller.ts';
import { serve } from '../../platform/http/serve.ts';
import * as store from './claim.store.ts';
import { type ClaimDeps, claimDeposit } from './claim-deposit.ts';
import { showClaim } from './show-claim.ts';

/** Binds the reports of users about deposits that did not appear. */
export function claimRoutes(http: Http, deps: ClaimDeps): void {
  serve(http, routes.claimDeposit, (input, caller, { idempotencyKey: key, body }) =>
    claimDeposit(deps, caller, { input, key, body }),
  );
  serve(http, routes.listDepositClaims, async (request, { userId }) => {
    const { rows, ...page } = await readPage(request, store.claimsOf(deps.db, userId));
    return { list: rows.map(showClaim), ...page };
  });
}

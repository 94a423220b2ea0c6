import * as routes from '@app/protocol/kyc';
import type { Http } from '../../platform/http/caller.ts';
import { serve } from '../../platform/http/serve.ts';
import { listLevels } from './list-levels.ts';
import { readIdentity } from './read-identity.ts';
import { type KycDeps, submitIdentity } from './submit-identity.ts';

/** Maps wire fields to domain fields only; business rules do not belong here. */
export function kycRoutes(http: Http, deps: KycDeps): void {
  serve(http, routes.getLevelList, () => listLevels(deps.settings));
  serve(http, routes.readIdentity, (_input, { userId }) => readIdentity(deps, userId));
  serve(http, routes.submitIdentity, (input, { userId }, { idempotencyKey: key, body }) =>
    submitIdentity(deps, { userId, input, key, body }),
  );
}

import * as routes from '@app/protocol/auth';
import type { Http } from '../../../platform/http/caller.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { freeze, freezeByLink } from './freeze.ts';
import { unfreeze } from './unfreeze.ts';

/** Maps wire fields to domain fields only; business rules do not belong here. */
export function freezeRoutes(http: Http, deps: AuthDeps): void {
  serve(http, routes.freeze, (_input, caller, { lang }) => freeze(deps, caller, lang));
  serve(http, routes.freezeByLink, ({ token }, _caller, { lang }) => freezeByLink(deps, token, lang));
  serve(http, routes.unfreeze, (input, _caller, { ip, lang }) =>
    unfreeze(deps, {
      account: input.user_string,
      channel: input.type,
      areaCode: input.area_code,
      password: input.password,
      code: input.code,
      googleCode: input.google_code,
      ip,
      lang,
    }),
  );
}

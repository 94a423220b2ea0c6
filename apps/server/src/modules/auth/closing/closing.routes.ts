import * as routes from '@app/protocol/auth';
import type { Http } from '../../../platform/http/caller.ts';
import { serve } from '../../../platform/http/serve.ts';
import { type ClosingDeps, cancelClosing, readClosing, requestClosing } from './request-closing.ts';

/** Maps wire fields to domain fields only; business rules do not belong here. */
export function closingRoutes(http: Http, deps: ClosingDeps): void {
  serve(http, routes.readClosing, (_input, caller) => readClosing(deps, caller));
  serve(http, routes.requestClosing, (input, caller, { lang, ip }) =>
    requestClosing(deps, caller, { input, lang, ip }),
  );
  serve(http, routes.cancelClosing, (_input, caller, { lang }) => cancelClosing(deps, caller, lang));
}

import * as routes from '@app/protocol/auth';
import type { Http } from '../../../platform/http/caller.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { proveStepUp } from './prove-step-up.ts';
import { sendStepUpCode } from './send-step-up-code.ts';
import { startStepUp } from './start-step-up.ts';
import { startStepUpPasskey } from './start-step-up-passkey.ts';

/** Maps wire fields to domain fields only; business rules do not belong here. */
export function stepUpRoutes(http: Http, deps: AuthDeps): void {
  serve(http, routes.startStepUp, (input, caller) => startStepUp(deps, caller, input));
  serve(http, routes.sendStepUpCode, (input, caller, { ip, lang }) =>
    sendStepUpCode(deps, caller, { ...input, ip, lang }),
  );
  serve(http, routes.startStepUpPasskey, ({ challenge }, caller) => startStepUpPasskey(deps, caller, challenge));
  serve(http, routes.proveStepUp, (input, caller) => proveStepUp(deps, caller, input));
}

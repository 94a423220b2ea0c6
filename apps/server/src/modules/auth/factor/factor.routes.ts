import * as routes from '@app/protocol/auth';
import type { Http } from '../../../platform/http/caller.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { addPasskey, startPasskey } from './add-passkey.ts';
import { bindAuthenticator, readAuthenticator } from './bind-authenticator.ts';
import { loginWithPasskey, startPasskeyLogin } from './login-with-passkey.ts';
import { listPasskeys, readSecurity } from './read-security.ts';
import { removePasskey } from './remove-passkey.ts';
import { setPhrase } from './set-phrase.ts';
import { setTradePassword } from './set-trade-password.ts';

/** Maps wire fields to domain fields only; business rules do not belong here. */
export function factorRoutes(http: Http, deps: AuthDeps): void {
  serve(http, routes.readSecurity, (_input, caller) => readSecurity(deps, caller));
  serve(http, routes.setTradePassword, (input, caller, { lang }) => setTradePassword(deps, caller, { input, lang }));
  serve(http, routes.setPhrase, (input, caller, { lang }) => setPhrase(deps, caller, { input, lang }));
  serve(http, routes.getAuthenticator, (_input, caller) => readAuthenticator(deps, caller));
  serve(http, routes.bindAuthenticator, (input, caller, { lang }) => bindAuthenticator(deps, caller, { input, lang }));
  passkeyRoutes(http, deps);
}

function passkeyRoutes(http: Http, deps: AuthDeps): void {
  serve(http, routes.listPasskeys, (_input, caller) => listPasskeys(deps, caller));
  serve(http, routes.startPasskey, (input, caller) => startPasskey(deps, caller, input));
  serve(http, routes.addPasskey, (input, caller, { lang }) => addPasskey(deps, caller, { input, lang }));
  serve(http, routes.removePasskey, (input, caller, { lang }) => removePasskey(deps, caller, { input, lang }));
  serve(http, routes.startPasskeyLogin, () => startPasskeyLogin(deps));
  serve(http, routes.loginWithPasskey, ({ credential, device }, _caller, { ip, userAgent, lang }) =>
    loginWithPasskey(deps, { credential, deviceKey: device, ip, userAgent, lang }),
  );
}

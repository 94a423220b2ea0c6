import * as routes from '@app/protocol/auth';
import { type Http, serve } from '../../platform/serve.ts';
import type { AuthDeps } from './auth-deps.ts';
import { changeAccount } from './change-account.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { openDemoAccount } from './open-demo-account.ts';
import { register } from './register.ts';
import { sendCode } from './send-code.ts';
import { setLanguage } from './set-language.ts';
import { readUserInfo } from './user-info.ts';

/** Translates wire words into domain words and nothing else: a rule found here is in the wrong file. */
export function authRoutes(http: Http, deps: AuthDeps): void {
  visitorRoutes(http, deps);
  serve(http, routes.logout, (_input, caller) => logout(deps, caller));
  serve(http, routes.logoutByGet, (_input, caller) => logout(deps, caller));
  serve(http, routes.userInfo, (_input, caller) => readUserInfo(deps, caller));
  serve(http, routes.openDemoAccount, (_input, { userId }, { idempotencyKey, body }) =>
    openDemoAccount(deps, { key: idempotencyKey, userId, route: routes.openDemoAccount.path, body }),
  );
  serve(http, routes.changeAccount, ({ book }, caller, { ip, userAgent }) =>
    changeAccount(deps, caller, { book, ip, userAgent }),
  );
  serve(http, routes.setLanguage, ({ lang }, caller) => setLanguage(deps, caller, lang));
}

function visitorRoutes(http: Http, deps: AuthDeps): void {
  serve(http, routes.sendMailCode, ({ user_string, purpose }, _caller, { ip, lang }) =>
    sendCode(deps, { to: user_string, purpose, ip, lang }),
  );
  serve(http, routes.register, (input, _caller, { ip }) =>
    register(deps, {
      account: input.user_string,
      channel: input.type,
      code: input.code,
      password: input.password,
      again: input.re_password,
      hasAgreed: input.agree,
      inviteCode: input.extension_code,
      country: input.country,
      ip,
    }),
  );
  serve(http, routes.login, ({ user_string, type, password }, _caller, { ip, userAgent }) =>
    login(deps, { account: user_string, channel: type, password, ip, userAgent }),
  );
}

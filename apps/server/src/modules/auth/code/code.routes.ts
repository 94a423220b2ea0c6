import { canonicalNewAccount } from '@app/domain/auth';
import * as routes from '@app/protocol/auth';
import type { Http } from '../../../platform/http/caller.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { checkSentCode } from './check-sent-code.ts';
import { sendCode } from './send-code.ts';

/** Maps wire fields to domain fields only; business rules do not belong here. */
export function codeRoutes(http: Http, deps: AuthDeps): void {
  serve(http, routes.sendMailCode, ({ user_string, purpose }, _caller, { ip, lang }) =>
    sendCode(deps, { to: user_string, channel: 'email', purpose, ip, lang }),
  );
  serve(http, routes.sendSmsCode, ({ mobile, area_code, type }, _caller, { ip, lang }) =>
    sendCode(deps, { to: mobile, channel: 'mobile', areaCode: area_code, purpose: type, ip, lang }),
  );
  // Checks the format only: no table is read, so the answer discloses nothing about any account.
  serve(http, routes.checkEmail, async ({ user_string }) => ({ ok: canonicalNewAccount(user_string, 'email').ok }));
  serve(http, routes.checkMobile, async ({ user_string, area_code }) => ({
    ok: canonicalNewAccount(user_string, 'mobile', area_code).ok,
  }));
  serve(http, routes.checkCode, ({ user_string, type, area_code, code, purpose, request }, _caller, { ip }) =>
    checkSentCode(deps, { account: user_string, channel: type, areaCode: area_code, code, purpose, request, ip }),
  );
}

import * as routes from '@app/protocol/auth';
import type { Http } from '../../../platform/http/caller.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { bindMobile } from './bind-mobile.ts';
import { forget } from './forget.ts';
import { login } from './login.ts';
import { register } from './register.ts';
import { readAcceptedTerms, readTerms } from './terms.ts';
import { updatePassword } from './update-password.ts';
import { readUserInfo, setCountry, setLanguage } from './user-info.ts';

/** Maps wire fields to domain fields only; business rules do not belong here. */
export function accountRoutes(http: Http, deps: AuthDeps): void {
  serve(http, routes.register, (input, _caller, { ip, lang }) =>
    register(deps, {
      account: input.user_string,
      channel: input.type,
      areaCode: input.area_code,
      code: input.code,
      password: input.password,
      again: input.re_password,
      hasAgreed: input.agree,
      inviteCode: input.extension_code,
      country: input.country,
      ip,
      lang,
    }),
  );
  serve(http, routes.login, (input, _caller, { ip, userAgent, lang }) =>
    login(deps, {
      account: input.user_string,
      channel: input.type,
      areaCode: input.area_code,
      password: input.password,
      googleCode: input.google_code,
      deviceKey: input.device,
      ip,
      userAgent,
      lang,
    }),
  );
  serve(http, routes.userInfo, (_input, caller) => readUserInfo(deps, caller));
  serve(http, routes.setCountry, ({ country }, caller) => setCountry(deps, caller, country));
  serve(http, routes.setLanguage, ({ lang }, caller) => setLanguage(deps, caller, lang));
  serve(http, routes.forget, (input, _caller, { ip, lang }) =>
    forget(deps, {
      account: input.account,
      channel: input.type,
      areaCode: input.area_code,
      password: input.password,
      again: input.repassword,
      code: input.code,
      request: input.request,
      googleCode: input.google_code,
      ip,
      lang,
    }),
  );
  serve(http, routes.updatePassword, (input, caller, { lang, ip, userAgent }) =>
    updatePassword(deps, caller, { input, lang, ip, userAgent }),
  );
  serve(http, routes.bindMobile, (input, caller, { lang }) => bindMobile(deps, caller, { input, lang }));
  serve(http, routes.terms, () => readTerms(deps));
  serve(http, routes.acceptedTerms, (_input, caller) => readAcceptedTerms(deps, caller));
}

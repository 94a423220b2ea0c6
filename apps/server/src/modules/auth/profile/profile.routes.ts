import * as routes from '@app/protocol/auth';
import type { Http } from '../../../platform/http/caller.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { changeNickname, changeSignature } from './change-names.ts';
import { changePortrait } from './change-portrait.ts';

/** Maps wire fields to domain fields only; business rules do not belong here. */
export function profileRoutes(http: Http, deps: AuthDeps): void {
  serve(http, routes.uploadHeadPortrait, ({ head_portrait }, caller) => changePortrait(deps, caller, head_portrait));
  serve(http, routes.editNickname, ({ nickname }, caller) => changeNickname(deps, caller, nickname));
  serve(http, routes.editSignature, ({ signature }, caller) => changeSignature(deps, caller, signature));
}

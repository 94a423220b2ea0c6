import * as routes from '@app/protocol/limits';
import type { Http } from '../../platform/http/caller.ts';
import { serve } from '../../platform/http/serve.ts';
import { changeLimit, type LimitsDeps } from './change-limit.ts';
import { readLimits } from './read-limits.ts';

/** Maps between wire and domain types and nothing else: a business rule found here is in the wrong file. */
export function limitsRoutes(http: Http, deps: LimitsDeps): void {
  serve(http, routes.readLimits, (_input, { userId }) => readLimits(deps.db, userId));
  serve(http, routes.changeLimit, ({ kind, amount = null, until = null }, { userId }) =>
    changeLimit(deps, { userId, kind, requested: { amount, untilMs: until } }),
  );
}

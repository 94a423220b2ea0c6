import * as routes from '@app/protocol/notify';
import type { Http } from '../../platform/http/caller.ts';
import { serve } from '../../platform/http/serve.ts';
import { listNotices, type NotifyDeps, readNotices } from './notices.ts';

/** Maps between wire and domain types and nothing else: a business rule found here is in the wrong file. */
export function notifyRoutes(http: Http, deps: NotifyDeps): void {
  serve(http, routes.listNotices, (request, { userId }) => listNotices(deps, userId, request));
  serve(http, routes.readNotices, ({ up_to: upTo, category }, { userId }) =>
    readNotices(deps, userId, { upTo, category }),
  );
}

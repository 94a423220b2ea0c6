import * as routes from '@app/protocol/proof';
import type { Http } from '../../platform/http/caller.ts';
import { serve } from '../../platform/http/serve.ts';
import { listPublished, listSameLadder, type ReceiptDeps, readReceipt } from './receipts.ts';

/** Maps between wire and domain types and nothing else: a business rule found here is in the wrong file. */
export function proofRoutes(http: Http, deps: ReceiptDeps): void {
  serve(http, routes.readReceipt, ({ id }) => readReceipt(deps, id));
  serve(http, routes.listLadderReceipts, (query) => listSameLadder(deps.db, query));
  serve(http, routes.listSettings, async ({ key }) => ({ list: await listPublished(deps.db, key) }));
}

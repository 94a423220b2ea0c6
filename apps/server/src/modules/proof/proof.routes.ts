import * as routes from '@app/protocol/proof';
import type { Http } from '../../platform/caller.ts';
import { serve } from '../../platform/serve.ts';
import { listPublished } from './published.ts';
import { type ReceiptDeps, readReceipt } from './read-receipt.ts';

/** Translates wire words into domain words and nothing else: a rule found here is in the wrong file. */
export function proofRoutes(http: Http, deps: ReceiptDeps): void {
  serve(http, routes.readReceipt, ({ id }) => readReceipt(deps, id));
  serve(http, routes.listSettings, async ({ key }) => ({ list: await listPublished(deps.db, key) }));
}

import * as routes from '@app/protocol/market';
import type { Http } from '../../../platform/http/caller.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { readHeads } from './head.store.ts';
import { readKeys } from './key.store.ts';
import { listBlocks, provePrice, showHead, showKey } from './prove-price.ts';

/** Registers the public routes for verifying a price without trusting us. */
export function blockRoutes(http: Http, { db }: Pick<Platform, 'db'>): void {
  serve(http, routes.provePrice, ({ symbol, seq }) => provePrice(db, symbol, seq));
  serve(http, routes.listPriceBlocks, (span) => listBlocks(db, span));
  serve(http, routes.listPriceHeads, async ({ limit }) => ({ list: (await readHeads(db, limit)).map(showHead) }));
  serve(http, routes.listPriceKeys, async () => ({ list: (await readKeys(db)).map(showKey) }));
}

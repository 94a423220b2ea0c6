import type { Route } from '@app/protocol';
import * as routes from '@app/protocol/spot';
import type { Engine } from '../../engine/client.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Caller, Http } from '../../platform/http/caller.ts';
import { EncodedResponse, type RequestInfo, serve } from '../../platform/http/serve.ts';
import type { Ledger } from '../ledger/index.ts';
import type { Board } from '../market/index.ts';
import type { Settings } from '../reference/index.ts';
import { readFeeLevel } from './fee-levels.ts';
import { findPlaced } from './find-placed.ts';
import { listFills } from './list-fills.ts';
import { listOrders } from './list-orders.ts';
import { readRules } from './read-rules.ts';
import { createSpotMarkets } from './spot-markets.ts';
import { cancelAllOrders, cancelOrder, createPlaceOrder, type TradeSource } from './trade.ts';

export type SpotDeps = {
  readonly db: Db;
  readonly ledger: Ledger;
  readonly engine: Engine;
  readonly settings: Settings;
  readonly board: Pick<Board, 'markets'>;
};

/** Maps between wire and domain types and nothing else: a business rule found here is in the wrong file. */
export function spotRoutes(http: Http, given: SpotDeps): void {
  const deps = { ...given, markets: createSpotMarkets(given.db, given.board) };
  const placeOrder = createPlaceOrder(deps);

  serve(http, routes.placeOrder, async ({ currency_id, legal_id, currency_name, ...request }, caller, info) => {
    const pair = { baseId: currency_id, quoteId: legal_id, symbol: currency_name };
    return new EncodedResponse<typeof routes.placeOrder>(
      await placeOrder(source(routes.placeOrder, caller, info), pair, request),
    );
  });
  serve(http, routes.cancelOrder, async ({ id }, caller, info) => {
    const order = await cancelOrder(deps, source(routes.cancelOrder, caller, info), id);
    return new EncodedResponse<typeof routes.cancelOrder>(order);
  });
  serve(http, routes.cancelAllOrders, async ({ symbol }, caller, info) => {
    const cancelled = await cancelAllOrders(deps, source(routes.cancelAllOrders, caller, info), symbol);
    return new EncodedResponse<typeof routes.cancelAllOrders>(cancelled);
  });
  serve(http, routes.listOrders, (request, caller) => listOrders(deps, caller, request));
  serve(http, routes.listFills, (request, caller) => listFills(deps, caller, request));
  serve(http, routes.findPlaced, ({ key }, caller) => findPlaced(deps, caller, key));
  serve(http, routes.readRules, () => readRules(deps));
  serve(http, routes.readFeeLevel, (_input, { userId }) => readFeeLevel(deps, userId));
}

const source = (
  { method, path }: Route,
  { userId, mode }: Caller,
  { idempotencyKey, body }: RequestInfo,
): TradeSource => ({
  userId,
  mode,
  body,
  key: idempotencyKey,
  route: `${method} ${path}`,
});

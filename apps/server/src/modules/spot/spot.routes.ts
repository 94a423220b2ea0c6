import type { Route } from '@app/protocol';
import * as routes from '@app/protocol/spot';
import type { Engine } from '../../engine/ask.ts';
import type { Db } from '../../platform/database.ts';
import { type Caller, type Http, InWireWords, type RequestInfo, serve } from '../../platform/serve.ts';
import type { Ledger } from '../ledger/index.ts';
import type { Board } from '../market/index.ts';
import type { Settings } from '../reference/index.ts';
import { findPlaced } from './find-placed.ts';
import { listFills } from './list-fills.ts';
import { listOrders } from './list-orders.ts';
import { readFeeLevel } from './read-fee-level.ts';
import { readRules } from './read-rules.ts';
import { createSpotMarkets } from './spot-markets.ts';
import { type Asker, cancelAllOrders, cancelOrder, createPlaceOrder } from './trade.ts';

export type SpotDeps = {
  readonly db: Db;
  readonly ledger: Ledger;
  readonly engine: Engine;
  readonly settings: Settings;
  readonly board: Pick<Board, 'markets'>;
};

/** Translates wire words into domain words and nothing else: a rule found here is in the wrong file. */
export function spotRoutes(http: Http, given: SpotDeps): void {
  const deps = { ...given, markets: createSpotMarkets(given.db, given.board) };
  const placeOrder = createPlaceOrder(deps);

  serve(http, routes.placeOrder, async ({ currency_id, legal_id, currency_name, ...wish }, caller, info) => {
    const pair = { baseId: currency_id, quoteId: legal_id, symbol: currency_name };
    return new InWireWords<typeof routes.placeOrder>(
      await placeOrder(asker(routes.placeOrder, caller, info), pair, wish),
    );
  });
  serve(http, routes.cancelOrder, async ({ id }, caller, info) => {
    const order = await cancelOrder(deps, asker(routes.cancelOrder, caller, info), id);
    return new InWireWords<typeof routes.cancelOrder>(order);
  });
  serve(http, routes.cancelAllOrders, async ({ symbol }, caller, info) => {
    const cancelled = await cancelAllOrders(deps, asker(routes.cancelAllOrders, caller, info), symbol);
    return new InWireWords<typeof routes.cancelAllOrders>(cancelled);
  });
  serve(http, routes.listOrders, (wish, caller) => listOrders(deps, caller, wish));
  serve(http, routes.listFills, (wish, caller) => listFills(deps, caller, wish));
  serve(http, routes.findPlaced, ({ key }, caller) => findPlaced(deps, caller, key));
  serve(http, routes.readRules, () => readRules(deps));
  serve(http, routes.readFeeLevel, (_wish, { userId }) => readFeeLevel(deps, userId));
}

const asker = ({ method, path }: Route, { userId, book }: Caller, { idempotencyKey, body }: RequestInfo): Asker => ({
  ...{ userId, book, body, key: idempotencyKey, route: `${method} ${path}` },
});

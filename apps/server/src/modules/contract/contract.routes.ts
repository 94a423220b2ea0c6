import type { Price } from '@app/money';
import type { Input, Route } from '@app/protocol';
import * as routes from '@app/protocol/contract';
import type { Engine } from '../../engine/client.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Caller, Http } from '../../platform/http/caller.ts';
import { EncodedResponse, type RequestInfo, serve } from '../../platform/http/serve.ts';
import type { Ledger } from '../ledger/index.ts';
import type { Board } from '../market/index.ts';
import type { Settings } from '../reference/index.ts';
import { createContractMarkets } from './contract-markets.ts';
import { findPlacedDeal, listCharges, listDeals, listEndedDeals, readDeal } from './list-deals.ts';
import { readContract, readContractRules } from './read-rules.ts';
import { createContractStats } from './read-stats.ts';
import * as trade from './trade.ts';

export type ContractDeps = {
  readonly db: Db;
  readonly ledger: Ledger;
  readonly engine: Engine;
  readonly settings: Settings;
  readonly board: Pick<Board, 'markets' | 'quoteOf'>;
};

/**
 * Maps between wire and domain types and nothing else: a business rule found here is in the wrong file. Only what opens
 * a position is behind the product's switch: a user who has one can always manage and close it.
 */
export function contractRoutes(http: Http, given: ContractDeps): void {
  const deps = { ...given, markets: createContractMarkets(given.db, given.board) };
  const openPosition = trade.createOpenPosition(deps);
  const readStats = createContractStats(deps);

  serve(http, routes.readContract, (request, caller) => readContract(deps, caller, pairOf(request)));
  serve(http, routes.submitContract, async (request, caller, info) => {
    const ordered = {
      pair: pairOf(request),
      series: request.series === '' || request.series === 'perp' ? undefined : request.series,
      side: request.type === 'buy' ? ('long' as const) : ('short' as const),
      lots: request.share,
      leverage: request.multiple,
      limit: priceOf(request.target_price),
      ...stopsOf(request),
    };
    const deal = await openPosition(source(routes.submitContract, caller, info), ordered);
    return new EncodedResponse<typeof routes.submitContract>(deal);
  });
  serve(http, routes.closeDeal, async ({ id, share }, caller, info) => {
    const deal = await trade.closeDeal(deps, source(routes.closeDeal, caller, info), id, share);
    return new EncodedResponse<typeof routes.closeDeal>(deal);
  });
  serve(http, routes.closeAllDeals, async ({ type }, caller, info) => {
    const side = ([undefined, 'long', 'short'] as const)[type];
    return await trade.closeAllDeals(deps, source(routes.closeAllDeals, caller, info), side);
  });
  serve(http, routes.reverseDeal, async ({ id }, caller, info) => {
    const deal = await trade.reverseDeal(deps, source(routes.reverseDeal, caller, info), id);
    return new EncodedResponse<typeof routes.reverseDeal>(deal);
  });
  serve(http, routes.setStops, async ({ id, ...prices }, caller, info) => {
    const deal = await trade.setStops(deps, source(routes.setStops, caller, info), id, stopsOf(prices));
    return new EncodedResponse<typeof routes.setStops>(deal);
  });
  serve(http, routes.cancelDeal, async ({ id }, caller, info) => {
    const deal = await trade.cancelDeal(deps, source(routes.cancelDeal, caller, info), id);
    return new EncodedResponse<typeof routes.cancelDeal>(deal);
  });
  serve(http, routes.addMargin, async ({ id, amount }, caller, info) => {
    const deal = await trade.addMargin(deps, source(routes.addMargin, caller, info), id, amount);
    return new EncodedResponse<typeof routes.addMargin>(deal);
  });
  serve(http, routes.removeMargin, async ({ id, amount }, caller, info) => {
    const deal = await trade.removeMargin(deps, source(routes.removeMargin, caller, info), id, amount);
    return new EncodedResponse<typeof routes.removeMargin>(deal);
  });
  serve(http, routes.listDeals, (request, caller) => listDeals(deps, caller, request));
  serve(http, routes.listEndedDeals, (request, caller) => listEndedDeals(deps, caller, request));
  serve(http, routes.readDeal, ({ id }, caller) => readDeal(deps, caller, id));
  serve(http, routes.findPlacedDeal, ({ key }, caller) => findPlacedDeal(deps, caller, key));
  serve(http, routes.listCharges, (request, caller) => listCharges(deps, caller, request));
  serve(http, routes.readContractRules, ({ mode, country }) => readContractRules(deps, { mode, country }));
  serve(http, routes.readContractStats, ({ mode }) => readStats(mode));
}

type Pair = Pick<Input<typeof routes.readContract>, 'currency_id' | 'legal_id' | 'currency_name'>;

const pairOf = ({ currency_id, legal_id, currency_name }: Pair) => ({
  baseId: currency_id,
  quoteId: legal_id,
  symbol: currency_name,
});

type SentPrice = Price | '' | undefined;

const priceOf = (price: SentPrice): Price | undefined => (price === '' ? undefined : price);

const stopsOf = (fields: { readonly stop_loss_price?: SentPrice; readonly target_profit_price?: SentPrice }) => ({
  stopLoss: priceOf(fields.stop_loss_price),
  takeProfit: priceOf(fields.target_profit_price),
});

const source = (
  { method, path }: Route,
  { userId, mode, country }: Caller,
  { idempotencyKey, body }: RequestInfo,
): trade.TradeSource => ({
  userId,
  mode,
  country,
  body,
  key: idempotencyKey,
  route: `${method} ${path}`,
});

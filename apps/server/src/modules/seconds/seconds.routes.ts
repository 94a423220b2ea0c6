import type { Route } from '@app/protocol';
import * as routes from '@app/protocol/seconds';
import type { Engine } from '../../engine/client.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Caller, Http } from '../../platform/http/caller.ts';
import { EncodedResponse, type RequestInfo, serve } from '../../platform/http/serve.ts';
import type { Ledger } from '../ledger/index.ts';
import type { Board } from '../market/index.ts';
import type { Settings } from '../reference/index.ts';
import { createBetMarkets } from './bet-markets.ts';
import { listBets, readBet } from './list-bets.ts';
import { readSecondsDay, readSecondsStats } from './read-stats.ts';
import { readSecondsTerms, readStakeCurrencies } from './read-terms.ts';
import { cancelBet, createPlaceBet, type TradeSource } from './trade.ts';

export type SecondsDeps = {
  readonly db: Db;
  readonly ledger: Ledger;
  readonly engine: Engine;
  readonly settings: Settings;
  readonly board: Pick<Board, 'markets' | 'quoteOf'>;
};

/**
 * Maps between wire and domain types and nothing else: a business rule found here is in the wrong file. Only what places
 * a bet is behind the product's switch: a user who has one can always see it and cancel it.
 */
export function secondsRoutes(http: Http, given: SecondsDeps): void {
  const deps = { ...given, markets: createBetMarkets(given.db, given.board) };
  const placeBet = createPlaceBet(deps);

  serve(http, routes.readStakeCurrencies, (_request, caller) => readStakeCurrencies(deps, caller));
  serve(http, routes.submitBet, async (request, caller, info) => {
    const bet = await placeBet(source(routes.submitBet, caller, info), {
      market: request.match_id,
      currency: { id: request.currency_id, name: request.currency_name },
      side: sideOf(request.type),
      seconds: request.seconds,
      stake: request.number,
      version: request.terms,
    });
    return new EncodedResponse<typeof routes.submitBet>(bet);
  });
  serve(http, routes.cancelBet, async ({ id }, caller, info) => {
    const bet = await cancelBet(deps, source(routes.cancelBet, caller, info), id);
    return new EncodedResponse<typeof routes.cancelBet>(bet);
  });
  serve(http, routes.listBets, ({ status, type, match_id, result, ...request }, caller) =>
    listBets(deps, caller, {
      ...request,
      symbol: request.symbol,
      from: request.from,
      to: request.to,
      isOpen: status === undefined ? undefined : status === 0,
      market: match_id,
      side: type === undefined ? undefined : sideOf(type),
      outcome: result,
    }),
  );
  serve(http, routes.readBet, ({ id }, caller) => readBet(deps, caller, id));
  serve(http, routes.readSecondsTerms, ({ mode, country }) => readSecondsTerms(deps, { mode, country }));
  serve(http, routes.readSecondsStats, (request) => readSecondsStats(deps, request));
  serve(http, routes.readSecondsDay, ({ match_id, ...request }) =>
    readSecondsDay(deps, { ...request, market: match_id }),
  );
}

const sideOf = (type: number) => (type === 1 ? ('up' as const) : ('down' as const));

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

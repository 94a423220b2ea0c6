import * as routes from '@app/protocol/market';
import { refuseWith } from '../../platform/http/accept.ts';
import type { Http } from '../../platform/http/caller.ts';
import { EncodedResponse, serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/process/platform.ts';
import type { Settings } from '../reference/index.ts';
import { blockRoutes } from './block/index.ts';
import type { Board } from './board/board.ts';
import type { History } from './candle/history.ts';
import { createBlocksSince } from './candle/late-blocks.ts';
import { listCandles } from './candle/list-candles.ts';
import { addFavourite, orderFavourites, removeFavourite } from './favourite/change-favourites.ts';
import { readFavourites } from './favourite/favourite.store.ts';
import { listMarkets, showMenu } from './list-markets.ts';
import { listQuotes, listSparks, rateCoins } from './list-quotes.ts';

export type MarketDeps = Pick<Platform, 'db' | 'transact'> & {
  readonly settings: Settings;
  readonly board: Board;
  readonly history: History;
};

/** Maps between wire and domain types and nothing else: a business rule found here is in the wrong file. */
export function marketRoutes(http: Http, deps: MarketDeps): void {
  const { db, board, settings } = deps;
  blockRoutes(http, deps);
  serve(http, routes.listMarkets, ({ country }) => listMarkets(deps, country));
  serve(http, routes.listQuotes, async () => listQuotes(board));
  serve(http, routes.listSparks, async ({ symbols }) => listSparks(board, symbols));
  serve(http, routes.menu, ({ country }) => showMenu(settings, country));
  serve(http, routes.coinRates, async () => rateCoins(board));
  const forCharts = { ...deps, blocksSince: createBlocksSince(db, board) };
  serve(http, routes.listCandles, async ({ symbol, period, from, to }) => {
    const market = board.markets().find((it) => it.symbol === symbol) ?? refuseWith('not_found');
    const list = await listCandles(forCharts, { market, period, fromMs: from, toMs: to });
    return new EncodedResponse<typeof routes.listCandles>({ symbol, period, list });
  });
  serve(http, routes.listFavourites, async (_input, { userId }) => ({ list: await readFavourites(db, userId) }));
  serve(http, routes.addFavourite, ({ symbol }, { userId }) => addFavourite(deps, { userId, symbol }));
  serve(http, routes.removeFavourite, ({ symbol }, { userId }) => removeFavourite(deps, { userId, symbol }));
  serve(http, routes.orderFavourites, ({ symbols }, { userId }) => orderFavourites(deps, { userId, symbols }));
}

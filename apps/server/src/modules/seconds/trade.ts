import { type BetSide, secondsAccount, secondsShard } from '@app/domain/seconds';
import type { Amount } from '@app/money';
import { betCommand, cancelBetCommand } from '@app/protocol/engine';
import type { CommandSource, Engine } from '../../engine/client.ts';
import type { Recipient } from '../../platform/bus/push.ts';
import type { Db } from '../../platform/db/database.ts';
import { refuseWith } from '../../platform/http/accept.ts';
import { Malformed } from '../../platform/http/serve.ts';
import type { Ledger } from '../ledger/index.ts';
import type { Board } from '../market/index.ts';
import { type BetMarkets, STAKE_CURRENCY } from './bet-markets.ts';
import { isOwnBet } from './seconds.store.ts';
import type { WireBet } from './wire-bet.ts';

export type TradeDeps = {
  readonly db: Db;
  readonly ledger: Ledger;
  readonly engine: Engine;
  readonly board: Pick<Board, 'quoteOf'>;
  readonly markets: BetMarkets;
};

/** The caller of a command in one mode. */
export type TradeSource = CommandSource & Pick<Recipient, 'mode'>;

/** What a caller bets. */
export type Placed = {
  readonly market: number;
  /** Of the stake; all given names must agree. */
  readonly currency: { readonly id?: bigint | undefined; readonly name?: string | undefined };
  readonly side: BetSide;
  readonly seconds: number;
  readonly stake: Amount;
  readonly version: number | undefined;
};

/** Maximum number of accounts cached as open. */
const OPENED_MAX = 100_000;

/** Creates the function that places bets. One per process: it caches which accounts it opened. */
export function createPlaceBet(deps: TradeDeps) {
  const opened = new Set<string>();
  const openAccount = async ({ userId, mode }: Recipient) => {
    const name = `${userId}:${mode}`;
    if (opened.has(name)) return;
    await deps.ledger.open(deps.db, mode, [secondsAccount(userId, STAKE_CURRENCY)]);
    if (opened.size >= OPENED_MAX) opened.clear();
    opened.add(name);
  };
  return async (source: TradeSource, { currency: names, ...request }: Placed): Promise<WireBet> => {
    const market = deps.markets.find({ id: request.market }) ?? refuseWith('not_found');
    const currency = await findCurrency(deps.markets, names);
    // The engine knows no simulated price in real mode, and would say that there is none.
    if (source.mode === 'real' && deps.board.quoteOf(market.id)?.isSimulated) refuseWith('price_simulated');
    await openAccount(source);
    return await deps.engine.request(secondsShard(source.mode), source, betCommand, { ...request, currency });
  };
}

async function findCurrency(markets: BetMarkets, { id, name }: Placed['currency']): Promise<string> {
  if (id === undefined && name === undefined) throw new Malformed(['currency_name']);
  const ids = await markets.currencyIds();
  const found = [...ids].find(([own, ownId]) => (name ?? own) === own && (id ?? ownId) === ownId);
  return found?.[0] ?? refuseWith('not_found');
}

/** Asks to cancel a bet. Another user's costs the engine nothing, and is not found, like one that never existed. */
export async function cancelBet({ db, engine }: TradeDeps, source: TradeSource, id: bigint): Promise<WireBet> {
  if (!(await isOwnBet(db, source, id))) refuseWith('not_found');
  return await engine.request(secondsShard(source.mode), source, cancelBetCommand, { id });
}

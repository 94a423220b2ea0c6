import {
  CONVERT_BASE,
  type ConvertAccount,
  checkInventory,
  checkSize,
  convertSettings,
  inventoryAccount,
  quoteConversion,
  ratesOf,
} from '@app/domain/convert';
import type { Mode } from '@app/domain/ledger';
import { isWithinAge, type Market, marketSettings, SOURCES } from '@app/domain/market';
import { marketKillSwitch } from '@app/domain/reference';
import { type Amount, formatDecimal, ONE, type Price, ZERO } from '@app/money';
import type { Output } from '@app/protocol';
import type { quoteConversion as route } from '@app/protocol/convert';
import { LATENCY_MS } from '@app/verifier';
import type { Recipient } from '../../platform/bus/push.ts';
import { now } from '../../platform/db/clock.ts';
import { accept, refuseWith } from '../../platform/http/accept.ts';
import { Malformed } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/process/platform.ts';
import type { Ledger } from '../ledger/index.ts';
import type { Board } from '../market/index.ts';
import { readCurrencyIds, type Settings } from '../reference/index.ts';
import * as store from './convert.store.ts';

export type ConvertDeps = Platform & {
  readonly ledger: Ledger;
  readonly settings: Settings;
  readonly board: Board;
  /** Whether real money may be converted at the scripted prices of a local venue: in development only. */
  readonly allowsLocalPrices?: boolean | undefined;
};

/** What a user asks to convert, as ids of the currency list. */
export type Wanted = {
  readonly fromId: bigint;
  readonly toId: bigint;
  readonly amount: Amount;
};

/**
 * The newest block that has arrived may be this old. Whatever was sealed more than two seconds before a quote is then
 * known to it, which its receipt must show.
 */
const BLOCK_AGE_MS_MAX = LATENCY_MS - 500;

/** Quotes a conversion and promises its rate for some seconds. Moves no money. */
export async function makeQuote(
  deps: ConvertDeps,
  recipient: Recipient,
  { account = 'wallet', ...wanted }: Wanted & { readonly account?: ConvertAccount | undefined },
): Promise<Output<typeof route>> {
  const { db, nextId, settings } = deps;
  const { from, to } = await namesOf(deps, wanted);
  for (const currency of [from, to]) await refuseHalted(deps, currency);
  const freshness = await settings.read(marketSettings.spotFreshMs);
  const terms = await settings.read(convertSettings.terms);
  const quotedMs = (await now(db)).getTime(); // Before the prices are read, so that none of them is older than the quote knows.
  const priceOf = (currency: string) =>
    findPrice(deps, { currency, mode: recipient.mode, quotedMs, freshMs: freshness.value });
  const fromLeg = priceOf(from);
  const toLeg = priceOf(to);
  const prices = { from: fromLeg.price, to: toLeg.price };
  const { amount } = wanted;
  accept(checkSize(amount, prices.from, await readLimits(settings)));
  const { received, kept } = quoteConversion(amount, prices, terms.value.spreadRate);
  if (received === ZERO) refuseWith('below_minimum', { minimum: formatDecimal(amount) });
  await refuseUnfillable(deps, recipient.mode, {
    from,
    to,
    exchanged: { fromCurrency: from, amount, received, prices },
  });
  const quote: store.Quote = {
    ...recipient,
    id: nextId(),
    account,
    from,
    to,
    amount,
    received,
    prices,
    legs: [fromLeg, toLeg].flatMap(({ leg }) => (leg ? [leg] : [])),
    terms: { version: terms.version, ...terms.value },
    freshness: { version: freshness.version, maxAgeMs: freshness.value },
    quotedMs,
  };
  await store.insertQuote(db, quote);
  const { lockSeconds, spreadRate } = terms.value;
  const rates = ratesOf(prices, spreadRate);
  return {
    quote_id: quote.id,
    account,
    from,
    to,
    number: amount,
    received,
    index_rate: rates.index,
    rate: rates.own,
    spread_rate: spreadRate,
    fee: kept,
    quoted: quotedMs,
    expires: quotedMs + lockSeconds * 1_000,
    lock_seconds: lockSeconds,
  };
}

/** Reads the limits in force. */
export const readLimits = async (settings: Settings) => ({
  minimum: (await settings.read(convertSettings.minimum)).value,
  maximum: (await settings.read(convertSettings.maximum)).value,
});

/** Returns the codes of both coins. */
export async function namesOf(
  { db }: Pick<ConvertDeps, 'db'>,
  { fromId, toId }: Pick<Wanted, 'fromId' | 'toId'>,
): Promise<{ readonly from: string; readonly to: string }> {
  const known = [...(await readCurrencyIds(db))];
  const nameOf = (wanted: bigint) => known.find(([, id]) => id === wanted)?.[0] ?? refuseWith('not_found');
  if (fromId === toId) throw new Malformed(['to_currency_id']);
  return { from: nameOf(fromId), to: nameOf(toId) };
}

/** Returns the market that gives a coin's price; coins without one cannot be converted. */
const marketOf = (board: Pick<Board, 'markets'>, currency: string): Market | undefined =>
  board
    .markets()
    .find(({ base, quote, products }) => base === currency && quote === CONVERT_BASE && products.includes('spot'));

/** Refuses a market that was stopped. The board knows it too, up to a second later. */
async function refuseHalted({ board, settings }: ConvertDeps, currency: string): Promise<void> {
  const market = marketOf(board, currency);
  if (market !== undefined && !(await settings.read(marketKillSwitch(market.symbol))).value)
    refuseWith('market_closed');
}

type PriceQuery = {
  readonly currency: string;
  readonly mode: Mode;
  readonly quotedMs: number;
  readonly freshMs: number;
};
type LegPrice = { readonly price: Price; readonly leg: store.Leg | undefined };

/** Returns a coin's index price with its sealed tick, by the rule of market orders: fresh, open, and not simulated for real money. */
function findPrice(deps: ConvertDeps, { currency, mode, quotedMs, freshMs }: PriceQuery): LegPrice {
  if (currency === CONVERT_BASE) return { price: ONE as bigint as Price, leg: undefined };
  const { board } = deps;
  const market = marketOf(board, currency) ?? refuseWith('not_found');
  const state = board.quoteOf(market.id)?.state;
  if (state === 'halted' || state === 'closed') refuseWith('market_closed');
  const sealed = board.sealedTickOf(market.id) ?? refuseWith('rate_unavailable');
  const { tick, block } = sealed;
  const isKnown = isWithinAge(quotedMs - board.newestBlockMs(), BLOCK_AGE_MS_MAX);
  if (!isKnown || !isWithinAge(quotedMs - tick.atMs, freshMs)) refuseWith('rate_unavailable');
  if (mode === 'real' && tick.sources.some(({ source }) => isUnreal(source, deps))) refuseWith('price_simulated');
  const { id, symbol } = market;
  return {
    price: tick.price,
    leg: { currency, symbol, market: id, seq: tick.seq, price: formatDecimal(tick.price), block },
  };
}

const isUnreal = (source: number, { allowsLocalPrices = false }: Pick<ConvertDeps, 'allowsLocalPrices'>): boolean =>
  SOURCES.some(({ id, isSimulated, isLocal }) => id === source && (isSimulated || (isLocal && !allowsLocalPrices)));

type Fillable = {
  readonly from: string;
  readonly to: string;
  readonly exchanged: Parameters<typeof checkInventory>[1];
};

/** Refuses a quote that could not be honoured by what the platform holds now; the conversion checks it again under lock. */
async function refuseUnfillable({ db, ledger, settings }: ConvertDeps, mode: Mode, { from, to, exchanged }: Fillable) {
  if (mode === 'demo') return;
  const accounts = await ledger.read(db, mode, [inventoryAccount(from), inventoryAccount(to)]);
  const heldOf = (currency: string) => accounts.find((it) => it.currency === currency)?.available ?? ZERO;
  const { value: inventoryMax } = await settings.read(convertSettings.inventoryMax);
  accept(checkInventory({ from: heldOf(from), to: heldOf(to) }, exchanged, inventoryMax));
}

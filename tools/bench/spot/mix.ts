import { randomBytes } from 'node:crypto';
import { uuidV7 } from '@app/base';
import type { Side } from '@app/domain/spot';

/** One of the ten markets: sell orders rest at `ask`, buy orders at `bid`, all with the same quantity. */
export type BenchMarket = {
  readonly id: number;
  readonly base: string;
  readonly ask: string;
  readonly bid: string;
  readonly quantity: string;
};

export const MARKETS: readonly BenchMarket[] = [
  { id: 1, base: 'BTC', ask: '60600', bid: '59400', quantity: '0.002' },
  { id: 2, base: 'ETH', ask: '3030', bid: '2970', quantity: '0.04' },
  { id: 3, base: 'SOL', ask: '151.5', bid: '148.5', quantity: '0.8' },
  { id: 4, base: 'XRP', ask: '0.505', bid: '0.495', quantity: '240' },
  { id: 5, base: 'BNB', ask: '606', bid: '594', quantity: '0.2' },
  { id: 6, base: 'DOGE', ask: '0.101', bid: '0.099', quantity: '1200' },
  { id: 7, base: 'ADA', ask: '0.404', bid: '0.396', quantity: '300' },
  { id: 8, base: 'TRX', ask: '0.101', bid: '0.099', quantity: '1200' },
  { id: 9, base: 'AVAX', ask: '30.3', bid: '29.7', quantity: '4' },
  { id: 10, base: 'LINK', ask: '15.15', bid: '14.85', quantity: '8' },
];

/** Two users who trade: the maker's order rests, the taker's takes all of it. `side` is the maker's. */
export type Pair = {
  readonly market: BenchMarket;
  readonly side: Side;
  readonly maker: number;
  readonly taker: number;
};

/**
 * Returns a user's market. Each market has its own users, half makers and half takers, so that no user ever matches
 * their own order.
 */
export const marketOfUser = (user: number): BenchMarket => MARKETS[(user - 1) % MARKETS.length] as BenchMarket; // Always one of the ten.

/** Coprime to every number of users here: consecutive users are far apart on disk. */
const STRIDE = 1_709;

/** Returns an endless source of pairs; after as many as there are makers, every user was used once. */
export function makePairs(users: number): () => Pair {
  const crowd = users / MARKETS.length / 2;
  let count = 0;
  return () => {
    const place = count % MARKETS.length;
    const turn = Math.floor(count / MARKETS.length);
    count += 1;
    const maker = ((turn * STRIDE) % crowd) * 2 * MARKETS.length + place + 1;
    const side: Side = (turn + Math.floor(turn / crowd)) % 2 === 0 ? 'sell' : 'buy';
    return { market: MARKETS[place] as BenchMarket, side, maker, taker: maker + MARKETS.length }; // As above.
  };
}

export const opposite = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');
export const priceOfRest = ({ ask, bid }: BenchMarket, side: Side): string => (side === 'sell' ? ask : bid);

export type Order = {
  readonly user: number;
  readonly market: BenchMarket;
  readonly side: Side;
  readonly price: string;
};

export const makerOf = ({ market, side, maker }: Pair): Order => ({
  user: maker,
  market,
  side,
  price: priceOfRest(market, side),
});

export const takerOf = ({ market, side, taker }: Pair): Order => ({
  user: taker,
  market,
  side: opposite(side),
  price: priceOfRest(market, side),
});

export const ROUTE = 'POST /coin/trade';
export const BODY_HASH = '5a'.repeat(32);
const NOT_AFTER_MS = 5_000;

export const newKey = (): string => uuidV7(Date.now(), randomBytes(10));

/**
 * Builds the request as the API process sends it; by hand, because the client shares two cores with everything else.
 */
export const toRequest = ({ user, market, side, price }: Order): string =>
  `{"name":"spot.place","user":"${user}","key":"${newKey()}","route":"${ROUTE}","hash":"${BODY_HASH}",` +
  `"notAfterMs":${Date.now() + NOT_AFTER_MS},"fields":{"market":${market.id},"request":{"kind":"limit","side":"${side}",` +
  `"price":"${price}","quantity":"${market.quantity}","force":"gtc"}}}`;

import type { PositionSide } from '@app/domain/contract';
import { BODY_HASH, newKey } from '../spot/mix.ts';
import type { Prices } from './sealer-program.ts';

/** Index price of each market, between the resting orders of the spot bench. */
export const PRICES: Prices = {
  1: '60000',
  2: '3000',
  3: '150',
  4: '0.5',
  5: '600',
  6: '0.1',
  7: '0.4',
  8: '0.1',
  9: '30',
  10: '15',
};

/** The market of the others' orders; the only one with a price besides the crowded one. */
export const OTHER_MARKET = 2;

const MARKET_IDS = Object.keys(PRICES).map(Number);

const NOT_AFTER_MS = 5_000;

export type OpenOrder = { readonly user: number; readonly market: number; readonly side: PositionSide };

/** Spreads users over the markets, and both sides in turn. */
export const openOrderOf = (user: number): OpenOrder => ({
  user,
  market: MARKET_IDS[user % MARKET_IDS.length] ?? 1,
  side: Math.floor(user / MARKET_IDS.length) % 2 === 0 ? 'long' : 'short',
});

/** Builds requests as the API process sends them; by hand, as the spot bench does. */
export const requestOf = (name: string, user: number, fields: string) =>
  `{"name":"${name}","user":"${user}","key":"${newKey()}","route":"BENCH ${name}","hash":"${BODY_HASH}",` +
  `"notAfterMs":${Date.now() + NOT_AFTER_MS},"fields":${fields}}`;

/** One lot, worth 10 to 100 USDT, at a leverage of ten. */
export const toOpen = ({ user, market, side }: OpenOrder): string =>
  requestOf('contract.open', user, `{"market":${market},"side":"${side}","lots":"1","leverage":10}`);

export const toClose = (user: number, id: string): string => requestOf('contract.close', user, `{"id":"${id}"}`);

/** Users of openings in another market, while one is disturbed. */
export const OTHER_USERS = 2_000;

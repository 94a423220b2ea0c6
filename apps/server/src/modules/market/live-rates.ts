import { type Amount, divide, multiply, type Price } from '@app/money';
import type { Reader } from '../../platform/db/database.ts';
import { readClosesAt } from './candle/closes-at.store.ts';
import { readMarkets } from './market.store.ts';

const QUOTE = 'USDT';

/** What amounts are worth, rounded up; undefined for a coin without a live price. */
export type LiveRates = {
  worthUsdt(currency: string, amount: Amount): Amount | undefined;
  worthBtc(currency: string, amount: Amount): Amount | undefined;
};

/** Reads what coins are worth by the last closes that are stored. A simulated price is none. */
export async function readLiveRates(db: Reader, currencies: readonly string[]): Promise<LiveRates> {
  const coins = [...new Set([...currencies, 'BTC'])].filter((currency) => currency !== QUOTE);
  const markets = await readMarkets(db);
  const found = coins.flatMap((base) => markets.find((it) => it.base === base && it.quote === QUOTE) ?? []);
  const closes = await readClosesAt(
    db,
    found.map(({ id }) => ({ market: id, atMs: Date.now() })),
  );
  const prices = new Map<string, Price>(
    found.flatMap(({ base }, index) => {
      const close = closes[index];
      return close === undefined || close.isSimulated ? [] : [[base, close.price] as const];
    }),
  );
  const worthUsdt = (currency: string, amount: Amount) => {
    if (currency === QUOTE) return amount;
    const price = prices.get(currency);
    return price === undefined ? undefined : multiply(amount, price, 'up');
  };
  return {
    worthUsdt,
    worthBtc: (currency, amount) => {
      if (currency === 'BTC') return amount;
      const worth = worthUsdt(currency, amount);
      const btc = prices.get('BTC');
      return worth === undefined || btc === undefined ? undefined : divide(worth, btc, 'up');
    },
  };
}

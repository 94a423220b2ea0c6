import { type Amount, multiply, ONE, type Price, ZERO } from '@app/money';
import { useEstimate } from '../../../data/market/estimate.ts';
import { useQuote } from '../../../data/market/use-quotes.ts';

const PRICED_IN = 'USDT';

/** Returns what an amount is worth in the user's currency, at the newest price; undefined while that is unknown. */
export function useWorthText(currency: string, amount: Amount): string | undefined {
  const quote = useQuote(`${currency}/${PRICED_IN}`);
  const price = currency === PRICED_IN ? (ONE as bigint as Price) : quote?.price;
  const worth = price === undefined ? ZERO : multiply(amount, price, 'down');
  const { text } = useEstimate(worth);
  return worth === ZERO || text === '' ? undefined : text;
}

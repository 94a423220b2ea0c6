import { type Amount, ONE, type Rate, ratio, sum } from '@app/money';

type Levels = readonly (readonly [price: unknown, amount: Amount])[];

/** Returns the bid share of all visible quantity; one half for an empty order book. */
export function buyersShare({ bids, asks }: { readonly bids: Levels; readonly asks: Levels }): Rate {
  const bought = sum(bids.map(([, amount]) => amount));
  const sold = sum(asks.map(([, amount]) => amount));
  const all = sum([bought, sold]);
  return all === 0n ? ((ONE / 2n) as Rate) : ratio(bought, all, 'down');
}

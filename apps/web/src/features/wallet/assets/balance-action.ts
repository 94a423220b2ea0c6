import { WORTH_CURRENCY } from '@app/domain/wallet';
import type { Balance } from '../../../data/account/balances.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';

export type BalanceAction = { readonly kind: 'trade' | 'transfer'; readonly to: string };

/** Returns a balance's link: a coin to its market, the accounting currency to a transfer. Bonus money has none. */
export function balanceAction(
  { account, currency }: Balance,
  markets: readonly MarketInfo[],
): BalanceAction | undefined {
  if (account === 'bonus') return undefined;
  if (currency === WORTH_CURRENCY) {
    const ends = new URLSearchParams({ from: account, to: account === 'wallet' ? 'exchange' : 'wallet' });
    return { kind: 'transfer', to: `/pages/fund/transfer?${ends}` };
  }
  const symbol = `${currency}/${WORTH_CURRENCY}`;
  const isTraded = markets.some((market) => market.symbol === symbol && market.products.includes('spot'));
  return isTraded ? { kind: 'trade', to: `/pages/transaction/currency?${new URLSearchParams({ symbol })}` } : undefined;
}

import { WORTH_CURRENCY } from '@app/domain/wallet';
import { useBalances } from '../../../data/account/balances.ts';
import { useOwnMode } from '../book/depth.ts';

/** The page that resets the demo account. */
export const REFILL_PATH = '/pages/setting/setting';

/**
 * Returns the way to more of a currency than spot has: a transfer from another account, or a reset of the demo account,
 * which brings the dollar coin only. Undefined without one.
 */
export function useWayOut(currency: string): 'transfer' | 'reset' | undefined {
  const list = useBalances().data?.list ?? [];
  const isDemo = useOwnMode() === 'demo';
  const isElsewhere = list.some((it) => it.currency === currency && it.account !== 'exchange' && it.available > 0n);
  if (isElsewhere) return 'transfer';
  return isDemo && currency === WORTH_CURRENCY ? 'reset' : undefined;
}

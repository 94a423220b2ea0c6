import type { Side } from '@app/domain/spot';
import type { Amount } from '@app/money';
import type { FormField, OrderPreview } from './order-preview.ts';

/** Action of the form's single button; it always looks enabled and names what is missing. */
export type SubmitAction =
  | { readonly kind: 'login' | 'place' | 'top_up' | 'demo' | 'retry' }
  /** No action available; the button names what it waits for. */
  | { readonly kind: 'wait'; readonly for: 'connection' | 'prices' | 'figures' | 'book' | 'market' }
  | { readonly kind: 'fill'; readonly field: 'price' | 'amount' | 'total' }
  | { readonly kind: 'mend'; readonly field: FormField; readonly code: string };

type Facts = {
  readonly isVisitor: boolean;
  readonly isOffline: boolean;
  /** Rules or balances could not be loaded. */
  readonly hasLoadError: boolean;
  readonly side: Side;
  /** Balances of the paid currency in spot and in the wallet. */
  readonly inSpot: Amount;
  readonly inWallet: Amount;
  readonly preview: OrderPreview;
};

/** Returns what the submit button does and says, in order of urgency: log in, connect, load, fix a field, top up, place. */
export function submitActionOf({
  isVisitor,
  isOffline,
  hasLoadError,
  side,
  inSpot,
  inWallet,
  preview,
}: Facts): SubmitAction {
  if (isVisitor) return { kind: 'login' };
  if (isOffline) return { kind: 'wait', for: 'connection' };
  if (preview.state === 'incomplete' && preview.missing === 'order_context')
    return hasLoadError ? { kind: 'retry' } : { kind: 'wait', for: 'figures' };
  if (preview.state === 'refused' && preview.field === 'form' && preview.code !== 'too_many_orders') {
    if (preview.code === 'price_simulated') return { kind: 'demo' };
    const isForPrices = preview.code === 'price_stale' || preview.code === 'no_live_price';
    return { kind: 'wait', for: isForPrices ? 'prices' : 'market' };
  }
  // No spot balance but money in the wallet: offer the transfer before checking any input.
  if (inSpot === 0n && inWallet > 0n) return { kind: 'top_up' };
  if (preview.state === 'ready') return { kind: 'place' };
  if (preview.state === 'refused') return { kind: 'mend', field: preview.field, code: preview.code };
  // A coin without balance cannot be sold, whatever amount is typed.
  if (side === 'sell' && inSpot === 0n) return { kind: 'mend', field: 'amount', code: 'insufficient_balance' };
  if (preview.missing === 'book') return { kind: 'wait', for: 'book' };
  return { kind: 'fill', field: preview.missing === 'order_context' ? 'amount' : preview.missing };
}

import type { Side } from '@app/domain/spot';
import type { Amount } from '@app/money';
import type { FormField, OrderPreview } from './order-preview.ts';

/** Action of the form's single button, which names what is missing and the way out. */
export type SubmitAction =
  | { readonly kind: 'login' | 'place' | 'top_up' | 'demo' | 'retry' }
  /** Too little of the paid currency; the button leads to where more of it is. */
  | { readonly kind: 'short'; readonly way: 'transfer' | 'reset' }
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
  /** The way to more of the paid currency. */
  readonly wayOut: 'transfer' | 'reset' | undefined;
  readonly preview: OrderPreview;
};

/** Returns what the submit button does and says, in order of urgency: log in, connect, load, fix a field, top up, place. */
export function submitActionOf(facts: Facts): SubmitAction {
  const { isVisitor, isOffline, hasLoadError, side, inSpot, inWallet, preview } = facts;
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
  if (preview.state === 'refused' && preview.code === 'insufficient_balance') return shortOf(facts, preview.field);
  if (preview.state === 'refused') return { kind: 'mend', field: preview.field, code: preview.code };
  // A coin without balance cannot be sold, whatever amount is typed.
  if (side === 'sell' && inSpot === 0n) return shortOf(facts, 'amount');
  if (preview.missing === 'book') return { kind: 'wait', for: 'book' };
  return { kind: 'fill', field: preview.missing === 'order_context' ? 'amount' : preview.missing };
}

/** Returns the way to more money; without one, the field is to be corrected. */
const shortOf = ({ wayOut }: Facts, field: FormField): SubmitAction =>
  wayOut === undefined ? { kind: 'mend', field, code: 'insufficient_balance' } : { kind: 'short', way: wayOut };

/** Reports whether the order cannot be placed as it stands: the button is then tinted, never in full colour. */
export const isBlockedBy = ({ kind }: SubmitAction): boolean =>
  kind === 'wait' || kind === 'fill' || kind === 'mend' || kind === 'short';

import type { LiteForm } from './lite-form.ts';
import type { LitePreview, LiteRefusal } from './lite-preview.ts';

/** Action of the page's main button, or what it reports as missing. */
export type LiteStep =
  | 'login'
  | 'reconnecting'
  | 'waiting'
  | 'closed'
  | 'demo'
  | 'topup'
  | 'enter'
  | 'minimum'
  | 'maximum'
  | 'short'
  | 'refused'
  | 'review';

const BY_CODE: Partial<Record<LiteRefusal['code'], LiteStep>> = {
  market_closed: 'closed',
  price_simulated: 'demo',
  no_live_price: 'waiting',
  price_stale: 'waiting',
  below_minimum: 'minimum',
  above_maximum: 'maximum',
  insufficient_balance: 'short',
};

/** Steps not caused by the amount: always shown, with nothing for the user to correct. */
const BY_ITSELF: readonly LiteStep[] = ['reconnecting', 'waiting', 'closed'];

type Facts = {
  readonly isVisitor: boolean;
  readonly isConnected: boolean;
  /** No spot balance of the paid currency, but some in the wallet. */
  readonly isBeside: boolean;
  readonly form: LiteForm;
  /** Undefined until prices and balances have loaded. */
  readonly preview: LitePreview | undefined;
};

export function liteStepOf({ isVisitor, isConnected, isBeside, form, preview }: Facts): LiteStep {
  if (isVisitor) return 'login';
  if (!isConnected) return 'reconnecting';
  if (preview === undefined) return 'waiting';
  const refused = preview.refusal && (BY_CODE[preview.refusal.code] ?? 'refused');
  if (refused !== undefined && (isBlocked(refused) || refused === 'demo')) return refused;
  if (isBeside) return 'topup'; // Comes before any typed input.
  if (refused !== undefined) return refused;
  if (preview.request !== undefined) return 'review';
  return 'share' in form.amountInput ? 'short' : 'enter'; // A share of a zero balance is zero.
}

/** Reports whether no order can be placed until this passes. */
export const isBlocked = (step: LiteStep) => BY_ITSELF.includes(step);

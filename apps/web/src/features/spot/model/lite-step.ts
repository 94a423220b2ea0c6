import type { LiteForm } from './lite-form.ts';
import type { LitePreview, LiteRefusal } from './lite-preview.ts';

/** What the one button of the page does, or says is missing. */
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
  price_stale: 'waiting',
  below_minimum: 'minimum',
  above_maximum: 'maximum',
  insufficient_balance: 'short',
};

/** Not the amount's fault: said wherever the user is, and nothing to correct. */
const BY_ITSELF: readonly LiteStep[] = ['reconnecting', 'waiting', 'closed'];

type Facts = {
  readonly isVisitor: boolean;
  readonly isConnected: boolean;
  /** Nothing in spot of what one gives, but some in the wallet. */
  readonly isBeside: boolean;
  readonly form: LiteForm;
  /** Nothing while prices or one's balances are yet to come. */
  readonly preview: LitePreview | undefined;
};

export function liteStepOf({ isVisitor, isConnected, isBeside, form, preview }: Facts): LiteStep {
  if (isVisitor) return 'login';
  if (!isConnected) return 'reconnecting';
  if (preview === undefined) return 'waiting';
  const refused = preview.refusal && (BY_CODE[preview.refusal.code] ?? 'refused');
  if (refused !== undefined && (isBlocked(refused) || refused === 'demo')) return refused;
  if (isBeside) return 'topup'; // Before anything that could be typed.
  if (refused !== undefined) return refused;
  if (preview.request !== undefined) return 'review';
  return 'share' in form.amountInput ? 'short' : 'enter'; // A part of nothing is nothing.
}

/** Whether nothing can be placed until this passes. */
export const isBlocked = (step: LiteStep) => BY_ITSELF.includes(step);

import { arrivingUsd, CENT, checkPayout, type PayoutCheckRefusal } from '@app/domain/payout';
import {
  type Amount,
  amountForSpeech,
  floorTo,
  formatDecimal,
  multiply,
  type Price,
  parseDecimal,
  type Rate,
  readDecimal,
  showAmount,
  subtract,
  ZERO,
} from '@app/money';
import { BTC_PLACES, meterOf } from '../form/withdraw-form.ts';
import type { PayoutOptions } from './payouts-query.ts';

const CENT_PLACES = 2;

/** Formats dollars to the cent. */
export const dollars = (usd: Amount): string => `${showAmount(usd, CENT_PLACES)} USD`;

/** What is typed; the destination is the saved bank account. */
export type PayoutForm = { readonly amount: string };
export const EMPTY_FORM: PayoutForm = { amount: '' };

/** Reports whether a stored draft is a valid form, rather than data of an older version. */
export const isPayoutForm = (kept: unknown): kept is PayoutForm =>
  typeof kept === 'object' && kept !== null && typeof (kept as { amount?: unknown }).amount === 'string'; // Read only.

/** Returns a share of the balance as field text, in whole cents and at most what can be paid out at once. */
export function shareOf(available: Amount, percent: number, { maximum }: Pick<PayoutOptions, 'maximum'>): string {
  const part = multiply(available, parseDecimal<Rate>(String(percent / 100)), 'down');
  return formatDecimal(floorTo(part < maximum ? part : maximum, CENT));
}

type Problem = {
  readonly code: PayoutCheckRefusal | 'insufficient_balance';
  readonly params: Readonly<Record<string, string>>;
};

/** A typed amount, the dollars that arrive of it, and what is wrong with it. */
export type TypedPayout = {
  readonly amount: Amount;
  readonly usd: Amount;
  readonly worthBtc: Amount | undefined;
  readonly problem?: Problem;
};

/** Predicts the server's decision on what is typed; undefined for no amount. */
export function checkTypedPayout(typed: string, options: PayoutOptions, available: Amount): TypedPayout | undefined {
  const amount = readDecimal<Amount>(typed.replace(/\.$/, ''));
  if (amount === undefined || amount <= ZERO) return undefined;
  const usd = arrivingUsd(amount, options);
  const { price_btc: price } = options;
  // Never less than the server finds.
  const worthBtc = price === null ? undefined : multiply(amount, price as bigint as Price, 'up');
  const problem = problemOf({ amount, usd, worthBtc }, options, available);
  return { amount, usd, worthBtc, ...(problem && { problem }) };
}

/** Whoever has less than is typed reads that first, unless no amount of this size can be paid out anyway. */
function problemOf(
  { amount, usd, worthBtc }: TypedPayout,
  options: PayoutOptions,
  available: Amount,
): Problem | undefined {
  const limits = { worthBtc, usedBtc: options.used_btc, limitBtc: options.limit_btc };
  const decision = checkPayout(amount, usd, options, limits);
  const code = decision.ok ? undefined : decision.code;
  const isOfLimit = code === undefined || code === 'rate_unavailable' || code === 'withdraw_limit';
  if (amount > available && isOfLimit) return { code: 'insufficient_balance', params: {} };
  return code === undefined ? undefined : { code, params: paramsOf(code, options) };
}

/** What a refusal names, as the form shows it. */
function paramsOf(code: PayoutCheckRefusal, options: PayoutOptions): Readonly<Record<string, string>> {
  if (code === 'below_minimum') return { minimum: `${amountForSpeech(options.minimum)} USDT` };
  if (code === 'above_maximum') return { maximum: `${amountForSpeech(options.maximum)} USDT` };
  if (code === 'amount_step_wrong') return { step: formatDecimal(CENT) };
  if (code === 'rate_unavailable') return { coin: 'USDT' };
  return code === 'withdraw_limit' ? { left: amountForSpeech(meterOf(options).left, BTC_PLACES) } : {};
}

type Card = NonNullable<PayoutOptions['card']>;

/** A payout that can be reviewed, with everything that its review shows. */
export type ReadyPayout = {
  readonly card: Card;
  readonly amount: Amount;
  readonly usd: Amount;
  readonly fee: Amount;
  readonly rate: Rate;
  readonly worthBtc: Amount;
  readonly balanceAfter: Amount;
  readonly limits: Pick<PayoutOptions, 'limit_btc' | 'used_btc' | 'level'>;
};

export type MissingOfPayout = 'bank' | 'amount' | 'valid';

type Preview = {
  readonly typed?: TypedPayout;
  readonly missing?: MissingOfPayout;
  readonly ready?: ReadyPayout;
};

/** Returns what the form amounts to: what is missing, or a payout that can be reviewed. */
export function previewPayout(
  form: PayoutForm,
  options: PayoutOptions,
  { available, nowMs }: { readonly available: Amount; readonly nowMs: number },
): Preview {
  const typed = checkTypedPayout(form.amount, options, available);
  const known = typed === undefined ? {} : { typed };
  const { card, fee, rate } = options;
  if (card === null || card.usable_at > nowMs) return { ...known, missing: 'bank' };
  if (typed === undefined) return { missing: 'amount' };
  const { amount, usd, worthBtc, problem } = typed;
  if (problem !== undefined || worthBtc === undefined) return { ...known, missing: 'valid' };
  const balanceAfter = subtract(available, amount);
  return { ...known, ready: { card, amount, usd, fee, rate, worthBtc, balanceAfter, limits: options } };
}

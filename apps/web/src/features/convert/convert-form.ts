import { AMOUNT_PLACES_MAX } from '@app/domain/checks';
import { CONVERT_ACCOUNTS, CONVERT_BASE, type ConvertAccount } from '@app/domain/convert';
import {
  type Amount,
  formatDecimal,
  formatPlaces,
  multiply,
  parseDecimal,
  type Rate,
  readDecimal,
  subtract,
  ZERO,
} from '@app/money';
import { availableIn, type Balance } from '../../data/account/balances.ts';
import type { MarketInfo } from '../../data/market/markets.ts';

/** Typed and chosen values; the amount stays text until it is sent. */
export type ConvertForm = {
  readonly account: ConvertAccount;
  readonly from: string;
  readonly to: string;
  readonly amount: string;
};

/** A conversion that can be quoted. */
export type Wanted = Omit<ConvertForm, 'amount'> & { readonly amount: Amount };

export type Preview =
  | { readonly state: 'incomplete' }
  | { readonly state: 'refused'; readonly code: 'insufficient_balance' }
  | { readonly state: 'ready'; readonly wanted: Wanted };

/** Decimal places a field accepts and a share is rounded down to. */
export const INPUT_PLACES = AMOUNT_PLACES_MAX;

const CODE = /^[A-Z0-9]{2,12}$/;

/** Returns the coins that can be converted: the base currency, and every coin with a spot market against it. */
export const coinsOf = (markets: readonly MarketInfo[]): readonly string[] => [
  CONVERT_BASE,
  ...markets
    .filter(({ quote, products }) => quote === CONVERT_BASE && products.includes('spot'))
    .map(({ base }) => base),
];

/** Reports whether a stored draft is a valid form, rather than data of an older version. */
export function isConvertForm(kept: unknown): kept is ConvertForm {
  if (typeof kept !== 'object' || kept === null) return false;
  const { account, from, to, amount } = kept as Record<string, unknown>;
  return (
    CONVERT_ACCOUNTS.some((it) => it === account) &&
    typeof from === 'string' &&
    typeof to === 'string' &&
    from !== to &&
    typeof amount === 'string'
  );
}

/** Returns a form with what a link sets, such as `?from=ETH&account=exchange`. */
export function formFromSearch(search: string): ConvertForm {
  const params = new URLSearchParams(search);
  const codeIn = (name: string) => CODE.exec(params.get(name) ?? '')?.[0];
  const from = codeIn('from') ?? (codeIn('to') === CONVERT_BASE ? 'BTC' : CONVERT_BASE);
  const other = from === CONVERT_BASE ? 'BTC' : CONVERT_BASE;
  const to = codeIn('to') ?? other;
  const account = CONVERT_ACCOUNTS.find((it) => it === params.get('account')) ?? 'wallet';
  return { account, from, to: to === from ? other : to, amount: '' };
}

/** Replaces coins that cannot be converted, as an old link may name them. */
export function withCoins(form: ConvertForm, coins: readonly string[]): ConvertForm {
  const isKnown = (code: string) => coins.includes(code);
  if (isKnown(form.from) && isKnown(form.to)) return form;
  const from = isKnown(form.from) ? form.from : CONVERT_BASE;
  const to = isKnown(form.to) && form.to !== from ? form.to : (coins.find((code) => code !== from) ?? form.to);
  return { ...form, from, to };
}

/** Predicts the server's decision while typing; the server decides again. */
export function preview(form: ConvertForm, list: readonly Balance[]): Preview {
  const amount = readDecimal<Amount>(form.amount.replace(/\.$/, ''));
  if (amount === undefined || amount <= ZERO) return { state: 'incomplete' };
  if (amount > availableIn(list, form.account, form.from)) return { state: 'refused', code: 'insufficient_balance' };
  return { state: 'ready', wanted: { ...form, amount } };
}

/** Reports whether two conversions are the same one. */
export const isSame = (one: Wanted | undefined, other: Wanted | undefined): boolean =>
  one?.account === other?.account &&
  one?.from === other?.from &&
  one?.to === other?.to &&
  one?.amount === other?.amount;

/**
 * Returns the newest quote if it is one of what is wanted now: what was asked for last lags behind typing, and the quote
 * behind both.
 */
export function quoteOf<Q extends Omit<Wanted, 'amount'> & { readonly number: Amount }>(
  newest: Q | undefined,
  asked: Wanted | undefined,
  wanted: Wanted | undefined,
): Q | undefined {
  if (newest === undefined || wanted === undefined || !isSame(asked, wanted)) return undefined;
  return isSame({ ...newest, amount: newest.number }, wanted) ? newest : undefined;
}

/** Returns the rate as it was when it was sent; a new one is neither shown nor offered. */
export const asSent = <Q, Life extends { readonly quote: Q | undefined; readonly before: Q | undefined }>(
  life: Life,
  { quote, before }: { readonly quote: Q; readonly before: Q | undefined },
): Life & { readonly error: null; readonly isResting: false } => ({
  ...life,
  quote,
  before,
  error: null,
  isResting: false,
});

/** Sets a coin. Choosing the other end's coin swaps the two. */
export function choose(form: ConvertForm, end: 'from' | 'to', code: string): ConvertForm {
  const other = end === 'from' ? 'to' : 'from';
  if (form[other] === code) return swap(form);
  return { ...form, [end]: code, amount: end === 'from' && code !== form.from ? '' : form.amount };
}

/** Swaps the coins; the amount was one of the other coin. */
export const swap = (form: ConvertForm): ConvertForm => ({ ...form, from: form.to, to: form.from, amount: '' });

const SHARES = { 25: '0.25', 50: '0.5', 75: '0.75', 100: '1' } as const;
export type Share = keyof typeof SHARES;

/** Returns a share of the balance as field text, rounded down so it never exceeds the balance; all of it is exact. */
export function shareOf(available: Amount, share: Share): string {
  if (share === 100) return formatDecimal(available);
  const part = multiply(available, parseDecimal<Rate>(SHARES[share]), 'down');
  return formatPlaces(part, INPUT_PLACES, 'down').replace(/\.?0+$/, '');
}

/** Says how much more or less a new quote pays than the one before it; undefined if it pays the same. */
export function differenceOf(
  before: Amount | undefined,
  now: Amount,
): { readonly kind: 'more' | 'less'; readonly amount: Amount } | undefined {
  if (before === undefined || before === now) return undefined;
  return now > before
    ? { kind: 'more', amount: subtract(now, before) }
    : { kind: 'less', amount: subtract(before, now) };
}

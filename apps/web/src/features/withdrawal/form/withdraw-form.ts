import { AMOUNT_PLACES_MAX } from '@app/domain/checks';
import { type AmountRefusal, checkAmount, stepOf } from '@app/domain/withdrawal';
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
  subtract,
  ZERO,
} from '@app/money';
import { chosenNetwork, networksOf } from '../../../data/account/coin-networks.ts';
import type { Network, Options, SavedAddress } from '../withdrawals-query.ts';

/** Typed and chosen values; empty until then. The address is the id of a saved one. */
export type WithdrawForm = {
  readonly currency: string;
  readonly chain: string;
  readonly address: string;
  readonly amount: string;
};

const EMPTY: WithdrawForm = { currency: '', chain: '', address: '', amount: '' };

/** Reports whether a stored draft is a valid form, rather than data of an older version. */
export const isWithdrawForm = (kept: unknown): kept is WithdrawForm =>
  typeof kept === 'object' &&
  kept !== null &&
  Object.keys(EMPTY).every((field) => typeof (kept as Record<string, unknown>)[field] === 'string'); // Read only.

const CODE = /^[A-Z0-9]{1,10}$/;

/** Returns a form with what a link sets, such as `?currency=USDT&chain=ERC20`. */
export function formFromSearch(search: string): WithdrawForm {
  const params = new URLSearchParams(search);
  const codeIn = (name: string) => CODE.exec(params.get(name) ?? '')?.[0] ?? '';
  return { ...EMPTY, currency: codeIn('currency'), chain: codeIn('chain') };
}

/** Chooses a coin; network, address and amount belong to the one before. */
export const chooseCoin = (form: WithdrawForm, currency: string): WithdrawForm =>
  form.currency === currency ? form : { ...EMPTY, currency };

/** Chooses a network; the address belongs to the one before. */
export const chooseNetwork = (form: WithdrawForm, chain: string): WithdrawForm =>
  form.chain === chain ? form : { ...form, chain, address: '' };

/** Returns the network of a form: the chosen one, or the only one of its coin. */
export const networkOf = (form: WithdrawForm, list: readonly Network[]): Network | undefined =>
  chosenNetwork(networksOf(list, form.currency), form.chain === '' ? null : form.chain);

/** Why a saved address cannot be chosen: it is of another network, or still waits. */
export function refusalOf(
  { chain, usable_at: usableAt }: Pick<SavedAddress, 'chain' | 'usable_at'>,
  network: Pick<Network, 'chain'>,
  nowMs: number,
): 'other_network' | 'waits' | undefined {
  if (chain !== network.chain) return 'other_network';
  return usableAt > nowMs ? 'waits' : undefined;
}

const SHARES = { 25: '0.25', 50: '0.5', 75: '0.75', 100: '1' } as const;
export type Share = keyof typeof SHARES;

/** Decimal places that can be typed: at most those the chain can send. */
export const inputPlaces = ({ places }: Pick<Network, 'places'>): number => Math.min(places, AMOUNT_PLACES_MAX);

/** Returns a share of the balance as field text, rounded down to what the chain can send; the fee is part of it. */
export function shareOf(available: Amount, share: Share, network: Pick<Network, 'places'>): string {
  if (share === 100) return formatDecimal(floorTo(available, stepOf(network.places)));
  const part = multiply(available, parseDecimal<Rate>(SHARES[share]), 'down');
  return formatDecimal(floorTo(part, stepOf(inputPlaces(network))));
}

export type Limits = Pick<Options, 'limit_btc' | 'used_btc'>;

export type Problem = {
  readonly code: AmountRefusal | 'insufficient_balance';
  readonly params: Readonly<Record<string, string>>;
};

/** A typed amount, what comes of it, and what is wrong with it. */
export type TypedAmount = {
  readonly amount: Amount;
  /** What the recipient gets: nothing, if the fee takes all of it. */
  readonly received: Amount;
  readonly worthBtc: Amount | undefined;
  readonly problem?: Problem;
};

/** Predicts the server's decision on what is typed; undefined for no amount. */
export function checkTyped(
  typed: string,
  network: Network,
  limits: Limits,
  available: Amount,
): TypedAmount | undefined {
  const amount = readDecimal<Amount>(typed.replace(/\.$/, ''));
  if (amount === undefined || amount <= ZERO) return undefined;
  const { fee } = network;
  const worthBtc = worthOf(amount, network);
  const problem = problemOf(amount, network, limits, available);
  return { amount, received: amount > fee ? subtract(amount, fee) : ZERO, worthBtc, ...(problem && { problem }) };
}

/** Returns what an amount is worth in BTC, never less than the server finds; undefined without a live price. */
const worthOf = (amount: Amount, { price_btc: price }: Network): Amount | undefined =>
  price === null ? undefined : multiply(amount, price as bigint as Price, 'up');

/** Whoever has less than is typed reads that first, unless no amount of this size can be sent anyway. */
function problemOf(amount: Amount, network: Network, limits: Limits, available: Amount): Problem | undefined {
  const { is_open: isOpen, fee, minimum, places } = network;
  const decision = checkAmount(amount, {
    terms: isOpen ? { fee, minimum } : undefined,
    step: stepOf(places),
    worthBtc: worthOf(amount, network),
    usedBtc: limits.used_btc,
    limitBtc: limits.limit_btc,
  });
  const code = decision.ok ? undefined : decision.code;
  const isOfLimit = code === undefined || code === 'rate_unavailable' || code === 'withdraw_limit';
  if (amount > available && isOfLimit) return { code: 'insufficient_balance', params: {} };
  return code === undefined ? undefined : { code, params: paramsOf(code, network, limits) };
}

/** Decimal places of an amount in BTC that users read. */
export const BTC_PLACES = 8;

/** What a refusal names, as the form shows it. */
function paramsOf(code: AmountRefusal, { minimum, currency, places }: Network, limits: Limits) {
  if (code === 'below_minimum') return { minimum: `${amountForSpeech(minimum)} ${currency}` };
  if (code === 'amount_step_wrong') return { step: formatDecimal(stepOf(places)) };
  if (code === 'rate_unavailable') return { coin: currency };
  return code === 'withdraw_limit' ? { left: amountForSpeech(meterOf(limits).left, BTC_PLACES) } : {};
}

/** The limit of 24 hours with an amount taken from it. */
export type Meter = {
  readonly after: Amount;
  readonly left: Amount;
  /** Whole percent that is used then, at most 100. */
  readonly percent: number;
  readonly isOver: boolean;
};

export function meterOf({ used_btc: used, limit_btc: limit }: Limits, worth: Amount = ZERO): Meter {
  const after = (used + worth) as Amount; // A sum of amounts.
  const isOver = after > limit;
  const percent = limit <= ZERO || isOver ? 100n : (after * 100n) / limit;
  return {
    after,
    left: isOver ? ZERO : subtract(limit, after),
    percent: Number(percent), // tidy: not money
    isOver,
  };
}

/** A withdrawal that can be reviewed, with everything that its review shows. */
export type Ready = {
  readonly network: Network;
  readonly address: SavedAddress;
  readonly amount: Amount;
  readonly received: Amount;
  readonly balanceAfter: Amount;
  readonly limits: Limits & Pick<Options, 'level'>;
  readonly worthBtc: Amount;
};

export type Missing = 'currency' | 'chain' | 'address' | 'amount' | 'valid';

/** What the form amounts to: how far it is, what is missing, or a withdrawal that can be reviewed. */
export type Preview = {
  readonly network?: Network;
  readonly address?: SavedAddress;
  readonly typed?: TypedAmount;
  readonly missing?: Missing;
  readonly ready?: Ready;
};

type Known = {
  readonly options: Options;
  readonly addresses: readonly SavedAddress[];
  readonly available: Amount;
  readonly nowMs: number;
};

/** Follows the form from step to step. What the server has withdrawn meanwhile counts as not chosen. */
export function preview(form: WithdrawForm, { options, addresses, available, nowMs }: Known): Preview {
  const network = networkOf(form, options.list);
  if (network === undefined) return { missing: form.currency === '' ? 'currency' : 'chain' };
  const typed = checkTyped(form.amount, network, options, available);
  const address = addresses.find((it) => String(it.id) === form.address && !refusalOf(it, network, nowMs));
  const known = { network, ...(typed && { typed }), ...(address && { address }) };
  if (address === undefined) return { ...known, missing: 'address' };
  if (typed === undefined) return { ...known, missing: 'amount' };
  const { amount, received, worthBtc, problem } = typed;
  if (problem !== undefined || worthBtc === undefined) return { ...known, missing: 'valid' };
  const balanceAfter = subtract(available, amount);
  return { ...known, ready: { network, address, amount, received, balanceAfter, limits: options, worthBtc } };
}

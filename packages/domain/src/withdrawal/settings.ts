import { type Amount, parseDecimal, ZERO } from '@app/money';
import * as z from 'zod/mini';
import type { Chain } from '../payee/index.ts';
import { amount, codecOf, decimal, integer, setting } from '../reference/index.ts';

/** What a withdrawal of a coin on a chain costs, and the least that can be withdrawn. */
export type WithdrawalTerms = { readonly fee: Amount; readonly minimum: Amount };
/** Terms by coin and chain, as `termsKey` writes them. A coin without terms cannot be withdrawn. */
export type AllTerms = Readonly<Record<string, WithdrawalTerms>>;

export const termsKey = (currency: string, chain: Chain): string => `${currency}.${chain}`;

const termsSchema: z.ZodMiniType<AllTerms> = z.record(
  z.string().check(z.regex(/^[A-Z0-9]{1,10}\.(?:BTC|ERC20|TRC20)$/)),
  z
    .object({ fee: decimal<Amount>((fee) => fee >= ZERO), minimum: decimal<Amount>((least) => least > ZERO) })
    .check(z.refine(({ fee, minimum }) => minimum > fee)),
);

const of = (fee: string, minimum: string): WithdrawalTerms => ({
  fee: parseDecimal<Amount>(fee),
  minimum: parseDecimal<Amount>(minimum),
});

export const terms = setting<AllTerms>({
  key: 'withdrawal.terms',
  codec: codecOf(termsSchema),
  initial: { 'USDT.ERC20': of('4', '10'), 'ETH.ERC20': of('0.002', '0.01') },
  meaning: 'Fee and least amount of a withdrawal by coin and chain; a coin without them cannot be withdrawn.',
});

export const reviewAbove = setting({
  key: 'withdrawal.review_above_usdt',
  codec: amount,
  initial: parseDecimal<Amount>('1000'),
  meaning: 'A withdrawal worth more than this, in USDT, is approved by two people.',
});

export const perDay = setting({
  key: 'withdrawal.per_day_before_review',
  codec: integer({ min: 0, max: 100 }),
  initial: 5,
  meaning: 'Withdrawals of one user within 24 hours after which the next one is approved by two people.',
});

export const unusualTimes = setting({
  key: 'withdrawal.unusual_times',
  codec: integer({ min: 2, max: 1_000 }),
  initial: 10,
  meaning: 'A withdrawal so many times the largest one of its user before is approved by two people.',
});

export const confirmations = setting({
  key: 'withdrawal.confirmations_erc20',
  codec: integer({ min: 1, max: 200 }),
  initial: 12,
  meaning: 'Confirmations on Ethereum after which a withdrawal is final.',
});

export const gasPriceMax = setting({
  key: 'withdrawal.gas_price_max_gwei',
  codec: integer({ min: 1, max: 10_000 }),
  initial: 200,
  meaning: 'The most that custody pays for a unit of gas, in Gwei; above it, withdrawals wait.',
});

export const replaceAfter = setting({
  key: 'withdrawal.replace_after_seconds',
  codec: integer({ min: 5, max: 86_400 }),
  initial: 180,
  meaning: 'Seconds after which a transaction that no block contains is replaced by one that pays more.',
});

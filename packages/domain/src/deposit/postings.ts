import { type Amount, min, subtract } from '@app/money';
import { externalAccount, move, reserveAccount, type Transfer, userAccount } from '../ledger/index.ts';
import type { ApprovedClaim } from './claim.ts';

/** A credit of a deposit. `credits` counts them: the same coins may be credited again after a reorganisation. */
export type Credit = {
  readonly deposit: bigint;
  readonly credits: number;
  readonly userId: bigint;
  readonly currency: string;
  readonly chain: string;
  readonly amount: Amount;
};

export const creditRef = ({ deposit, credits }: Pick<Credit, 'deposit' | 'credits'>): string => `${deposit}:${credits}`;

/** Names the coins that lie on a chain. */
export const chainAccount = (chain: string, currency: string) => externalAccount(`chain:${chain}`, currency);

const walletOf = ({ userId, currency }: Credit) => userAccount(userId, 'wallet', currency);

/** Accounts of a credit and of its reversal. */
export const accountsOfCredit = (credit: Credit) => [chainAccount(credit.chain, credit.currency), walletOf(credit)];
export const accountsOfReversal = (credit: Credit) => [
  ...accountsOfCredit(credit),
  reserveAccount('capital', credit.currency),
];

/** Brings coins that lie on a chain into their user's wallet. */
export const postDeposit = (credit: Credit): Transfer => ({
  kind: 'deposit',
  ref: creditRef(credit),
  mode: 'real',
  entries: move(credit.amount, chainAccount(credit.chain, credit.currency), walletOf(credit)),
});

/** Accounts of a claim that is credited. */
export const accountsOfClaim = ({ userId, chain, currency }: ApprovedClaim) => [
  chainAccount(chain, currency),
  userAccount(userId, 'wallet', currency),
];

/** Brings coins that lay unexplained on a chain into the wallet of the user who claimed them. */
export const postClaim = (claim: ApprovedClaim): Transfer => ({
  kind: 'deposit.claim',
  ref: String(claim.id),
  mode: 'real',
  entries: move(
    claim.amount,
    chainAccount(claim.chain, claim.currency),
    userAccount(claim.userId, 'wallet', claim.currency),
  ),
});

/** What is taken back of a credit, and from whom. */
export type Reversal = {
  /** Undefined if nothing is left anywhere. */
  readonly transfer: Transfer | undefined;
  /** What its user no longer had. */
  readonly shortfall: Amount;
  /** What the platform's capital could not pay of that either: coins in the ledger that lie on no chain. */
  readonly uncovered: Amount;
};

/**
 * Takes a credit back whose block left the chain: from its user what is left of it, then from the platform's capital,
 * because no account goes below zero.
 */
export function postReversal(credit: Credit, available: { readonly user: Amount; readonly capital: Amount }): Reversal {
  const chain = chainAccount(credit.chain, credit.currency);
  const own = min(available.user, credit.amount);
  const shortfall = subtract(credit.amount, own);
  const paid = min(available.capital, shortfall);
  const entries = [
    ...(own > 0n ? move(own, walletOf(credit), chain) : []),
    ...(paid > 0n ? move(paid, reserveAccount('capital', credit.currency), chain) : []),
  ];
  const transfer: Transfer = { kind: 'deposit.reversal', ref: creditRef(credit), mode: 'real', entries };
  return { transfer: entries.length === 0 ? undefined : transfer, shortfall, uncovered: subtract(shortfall, paid) };
}

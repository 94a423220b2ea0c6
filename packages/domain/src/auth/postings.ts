import type { Amount } from '@app/money';
import { type AccountName, externalAccount, move, type Transfer, userAccount } from '../ledger/index.ts';

const CURRENCY = 'USDT';
const PLACE = 'demo';

/** Where a round's money begins. */
export const demoWallet = (userId: bigint): AccountName => userAccount(userId, 'wallet', CURRENCY);

/** The outside world of the demo book, in one currency. */
export const demoSource = (currency: string): AccountName => externalAccount(PLACE, currency);

/** A round of demo money: whose, and which, from 1. The ref makes each round's transfers once for ever. */
export type DemoRound = { readonly userId: bigint; readonly round: number };

const refOf = ({ userId, round }: DemoRound) => `demo:${userId}:${round}`;

/** The demo money a round begins with, from the outside world of the demo book. */
export const postDemoGrant = (round: DemoRound, amount: Amount): Transfer => ({
  kind: 'demo.grant',
  ref: refOf(round),
  book: 'demo',
  entries: move(amount, demoSource(CURRENCY), demoWallet(round.userId)),
});

/** What is left of a round, account by account, goes back where it came from. */
export const postDemoSweep = (round: DemoRound, left: readonly (AccountName & { available: Amount })[]): Transfer => ({
  kind: 'demo.sweep',
  ref: refOf(round),
  book: 'demo',
  entries: left.flatMap((account) => move(account.available, account, demoSource(account.currency))),
});

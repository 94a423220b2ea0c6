import type { Amount } from '@app/money';
import { type AccountName, externalAccount, move, type Transfer, userAccount } from '../ledger/index.ts';

const CURRENCY = 'USDT';
const PLACE = 'demo';

/** Returns the account that receives a round's grant. */
export const demoWallet = (userId: bigint): AccountName => userAccount(userId, 'wallet', CURRENCY);

/** Returns the external account of `demo` mode, in one currency. */
export const demoSource = (currency: string): AccountName => externalAccount(PLACE, currency);

/** A round of demo money: its user and its number, from 1. The ref makes each round's transfers unique forever. */
export type DemoRound = { readonly userId: bigint; readonly round: number };

const refOf = ({ userId, round }: DemoRound) => `demo:${userId}:${round}`;

/** Grants the demo money a round begins with, from the external account of `demo` mode. */
export const postDemoGrant = (round: DemoRound, amount: Amount): Transfer => ({
  kind: 'demo.grant',
  ref: refOf(round),
  mode: 'demo',
  entries: move(amount, demoSource(CURRENCY), demoWallet(round.userId)),
});

/** Returns the remaining balances of a round, account by account, to the external account. */
export const postDemoSweep = (round: DemoRound, left: readonly (AccountName & { available: Amount })[]): Transfer => ({
  kind: 'demo.sweep',
  ref: refOf(round),
  mode: 'demo',
  entries: left.flatMap((account) => move(account.available, account, demoSource(account.currency))),
});

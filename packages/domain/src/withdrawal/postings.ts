import { subtract } from '@app/money';
import { chainAccount } from '../deposit/index.ts';
import { entry, hold, houseAccount, release, type Transfer, userAccount } from '../ledger/index.ts';
import type { Intent } from './intent.ts';

const walletOf = ({ userId, currency }: Intent) => userAccount(userId, 'wallet', currency);
export const feeAccount = (currency: string) => houseAccount('withdrawals', 'fee_income', currency);

/** Accounts that a hold or its return touches, and those that a confirmed withdrawal touches. */
export const accountsOfHold = (intent: Intent) => [walletOf(intent)];
export const accountsOfPayment = (intent: Intent) => [
  walletOf(intent),
  chainAccount(intent.chain, intent.currency),
  ...(intent.fee > 0n ? [feeAccount(intent.currency)] : []),
];

export const postHold = (intent: Intent): Transfer => ({
  kind: 'withdrawal.hold',
  ref: String(intent.id),
  mode: 'real',
  entries: hold(intent.amount, walletOf(intent)),
});

export const postReturn = (intent: Intent): Transfer => ({
  kind: 'withdrawal.return',
  ref: String(intent.id),
  mode: 'real',
  entries: release(intent.amount, walletOf(intent)),
});

/** Books coins that have left on the chain: what was held goes there, and the fee to the platform. */
export const postPayment = (intent: Intent): Transfer => ({
  kind: 'withdrawal',
  ref: String(intent.id),
  mode: 'real',
  entries: [
    entry(walletOf(intent), { frozen: -intent.amount as typeof intent.amount }),
    entry(chainAccount(intent.chain, intent.currency), { available: subtract(intent.amount, intent.fee) }),
    ...(intent.fee > 0n ? [entry(feeAccount(intent.currency), { available: intent.fee })] : []),
  ],
});

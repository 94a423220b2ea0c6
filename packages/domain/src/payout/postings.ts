import { subtract } from '@app/money';
import { entry, externalAccount, hold, houseAccount, release, type Transfer, userAccount } from '../ledger/index.ts';
import { PAYOUT_CURRENCY } from './checks.ts';
import type { PayoutIntent } from './intent.ts';

const walletOf = ({ userId }: PayoutIntent) => userAccount(userId, 'wallet', PAYOUT_CURRENCY);
/** What left through the platform's bank. */
export const bankAccount = externalAccount('bank', PAYOUT_CURRENCY);
export const payoutFeeAccount = houseAccount('payouts', 'fee_income', PAYOUT_CURRENCY);

/** Accounts that a hold or its return touches, and those that a paid payout touches. */
export const accountsOfPayoutHold = (intent: PayoutIntent) => [walletOf(intent)];
export const accountsOfPayout = (intent: PayoutIntent) => [
  walletOf(intent),
  bankAccount,
  ...(intent.fee > 0n ? [payoutFeeAccount] : []),
];

export const postPayoutHold = (intent: PayoutIntent): Transfer => ({
  kind: 'payout.hold',
  ref: String(intent.id),
  mode: 'real',
  entries: hold(intent.amount, walletOf(intent)),
});

export const postPayoutReturn = (intent: PayoutIntent): Transfer => ({
  kind: 'payout.return',
  ref: String(intent.id),
  mode: 'real',
  entries: release(intent.amount, walletOf(intent)),
});

/**
 * Books what the bank has paid: what was held leaves through the bank, and the fee stays. In USDT, so nothing is rounded; the
 * dollars are the bank's side.
 */
export const postPayout = (intent: PayoutIntent): Transfer => ({
  kind: 'payout',
  ref: String(intent.id),
  mode: 'real',
  entries: [
    entry(walletOf(intent), { frozen: -intent.amount as typeof intent.amount }),
    entry(bankAccount, { available: subtract(intent.amount, intent.fee) }),
    ...(intent.fee > 0n ? [entry(payoutFeeAccount, { available: intent.fee })] : []),
  ],
});

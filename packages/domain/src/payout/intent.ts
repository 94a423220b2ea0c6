import { type Amount, formatDecimal, type Rate } from '@app/money';

/** What a user asked for and people approve: everything about a payout that moves money. */
export type PayoutIntent = {
  readonly id: bigint;
  readonly userId: bigint;
  /** What leaves the wallet in USDT, the fee included. */
  readonly amount: Amount;
  readonly fee: Amount;
  readonly rate: Rate;
  /** What the bank account gets. */
  readonly usd: Amount;
  /** Last four digits of the account's number. */
  readonly account: string;
  /** SHA-256 of the bank details as they were when it was asked for, in hexadecimal digits. */
  readonly cardHash: string;
};

// The keys of these texts are in alphabetical order, as in every signed payload. No two texts have the same keys: a signature of
// one is never a signature of another.

/** The text that two people sign to approve a payout. */
export const approvalText = (intent: PayoutIntent): string => JSON.stringify(wordsOf(intent, {}));

/** The text that two people sign once the bank has paid, with the bank's reference. */
export const paidText = (intent: PayoutIntent, bankReference: string): string =>
  JSON.stringify(wordsOf(intent, { bank_reference: bankReference }));

/** The text that two people sign to refuse a payout that was approved. */
export const refusalText = ({ id, userId, amount, usd }: PayoutIntent): string =>
  JSON.stringify({
    amount: formatDecimal(amount),
    payout_id: String(id),
    usd: formatDecimal(usd),
    user_id: String(userId),
  });

const wordsOf = ({ id, userId, amount, fee, rate, usd, account, cardHash }: PayoutIntent, more: object) => ({
  account,
  amount: formatDecimal(amount),
  ...more,
  card: cardHash,
  fee: formatDecimal(fee),
  payout_id: String(id),
  rate: formatDecimal(rate),
  usd: formatDecimal(usd),
  user_id: String(userId),
});

/** A bank's reference: 4 to 40 letters, digits and signs that banks use. */
export const BANK_REFERENCE = /^[A-Za-z0-9][A-Za-z0-9 ./_-]{2,38}[A-Za-z0-9]$/;

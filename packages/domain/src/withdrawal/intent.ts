import { type Amount, formatDecimal } from '@app/money';
import type { Chain } from '../payee/index.ts';

/** What a user asked for and people approve: everything about a withdrawal that custody acts on. */
export type Intent = {
  readonly id: bigint;
  readonly userId: bigint;
  readonly currency: string;
  readonly chain: Chain;
  readonly address: string;
  /** What leaves the wallet, the fee included. */
  readonly amount: Amount;
  readonly fee: Amount;
};

/** An intent as the text that two people sign; the keys are in alphabetical order, as in every signed payload. */
export const intentText = ({ id, userId, currency, chain, address, amount, fee }: Intent): string =>
  JSON.stringify({
    address,
    amount: formatDecimal(amount),
    chain,
    currency,
    fee: formatDecimal(fee),
    user_id: String(userId),
    withdrawal_id: String(id),
  });

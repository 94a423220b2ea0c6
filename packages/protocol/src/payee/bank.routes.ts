import * as z from 'zod/mini';
import { flag, text, timeMs } from '../fields.ts';
import { route } from '../route.ts';
import { stepUpFields } from '../step-up-fields.ts';
import { tradePassword, waitHours } from './fields.ts';

/** Fields of the card that are shown again as they were entered. */
const shown = {
  real_name: text(100, 'Name of the account’s holder, as the bank has it.', 'Mira Kaya'),
  bank_name: text(100, 'Name of the bank.', 'Example Bank'),
  bank_address: text(200, 'Address of the bank.', '1 Main Street, New York'),
  branch: z.optional(text(100, 'Branch of the bank.', 'Harbour')),
  bank_code: z.optional(text(40, 'The bank’s own code.', '001')),
  aba: text(
    20,
    'Routing number: nine digits. A bank outside the US gives that of its correspondent bank.',
    '021000021',
  ),
  swift: text(20, 'SWIFT code: 8 or 11 letters and digits.', 'CHASUS33'),
  holder_address: text(200, 'Address of the account’s holder.', '5 Side Street, Boston'),
  post_code: text(20, 'Post code of that address.', '02101'),
  receiver_phone: text(30, 'Phone number of the holder, with the country’s dial code.', '+14155550100'),
};

const account = text(64, 'Account number: digits only, more than 12.', '1234567890123');

export const saveBank = route({
  method: 'POST',
  path: '/user/cash_save',
  access: 'user',
  description:
    'Saves the bank account that withdrawals are paid to, replacing an earlier one; it can receive money after a waiting period. Requires the trade password.',
  request: z.object({ ...shown, bank_account: account, password: z.optional(tradePassword), ...stepUpFields }),
  response: z.object({ bank_account: z.string(), usable_at: timeMs }),
  refusals: ['bank_account_wrong', 'swift_code_wrong', 'aba_number_wrong', 'receiver_phone_wrong'],
  malformed: {
    bank_account: 'bank_account_wrong',
    swift: 'swift_code_wrong',
    aba: 'aba_number_wrong',
    receiver_phone: 'receiver_phone_wrong',
  },
  effect: true,
  stepUp: { policy: 'trade', codePurpose: 'payee' },
});

/** The saved bank account; its number shows the last four digits only. */
const card = z.object({
  ...shown,
  bank_account: z.string(),
  changed_at: timeMs,
  usable_at: timeMs,
  is_usable: flag,
});

export const readBank = route({
  method: 'POST',
  path: '/user/cash_info',
  access: 'user',
  description: 'Returns the caller’s bank account with its number masked, or null, and how long a new one waits.',
  request: z.object({}),
  response: z.object({ card: z.nullable(card), wait_hours: waitHours }),
  refusals: [],
});

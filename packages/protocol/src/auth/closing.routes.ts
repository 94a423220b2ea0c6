import { RECORDS, type RecordName } from '@app/domain/auth';
import { USER_KINDS } from '@app/domain/ledger';
import * as z from 'zod/mini';
import { amount, flag, text, timeMs } from '../fields.ts';
import { route } from '../route.ts';
import { stepUpFields } from '../step-up-fields.ts';
import { done, password } from './fields.ts';

export type { ErasedRecord, KeptRecord } from '@app/domain/auth';

const recordName = z.enum(Object.keys(RECORDS) as [RecordName, ...RecordName[]]); // All of its keys.

const closing = z.object({
  /** When the account is closed; null while its owner has not requested it. */
  closing_at: z.nullable(timeMs),
  /** Whether everything that must be done before is done. */
  ready: flag,
  /** Days between the request and the closing. */
  days: z.int(),
  /** Years for which kept records outlive the account. */
  keep_years: z.int(),
  /** Everything left may be worth this, in USDT. */
  dust: amount,
  /** Real money that is left. `value` is null for a coin without a price. */
  left: z.array(
    z.object({
      account: z.enum(USER_KINDS),
      currency: text(10, 'Currency code.', 'BTC'),
      available: amount,
      frozen: amount,
      value: z.nullable(amount),
    }),
  ),
  /** Open orders by product, in both modes. Demo orders are cancelled by the request itself. */
  open: z.array(z.object({ product: z.string(), book: z.enum(['real', 'demo']), count: z.int() })),
  /** What happens to each kind of record. */
  records: z.array(z.object({ name: recordName, after: z.enum(['erased', 'kept']) })),
});

export const readClosing = route({
  method: 'GET',
  path: '/plus/closing',
  access: 'user',
  description: 'Returns what the caller must do before the account can be closed, and what is kept afterwards.',
  request: z.object({}),
  response: closing,
  refusals: [],
  beyond: true,
});

export const requestClosing = route({
  method: 'POST',
  path: '/plus/closing',
  access: 'user',
  description:
    'Requests the closing of the caller’s account with the login password and step-up. Ends all other sessions; a login before the closing cancels it.',
  request: z.object({ password, ...stepUpFields }),
  response: closing,
  refusals: ['password_wrong', 'account_not_empty', 'orders_open', 'account_busy', 'too_late'],
  stepUp: { policy: 'account', codePurpose: 'close' },
  beyond: true,
});

export const cancelClosing = route({
  method: 'POST',
  path: '/plus/closing/cancel',
  access: 'user',
  description: 'Cancels the requested closing of the caller’s account.',
  request: z.object({}),
  response: done,
  refusals: [],
  beyond: true,
});

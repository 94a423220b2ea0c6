import { USER_KINDS } from '@app/domain/ledger';
import * as z from 'zod/mini';
import { amount, text } from '../fields.ts';

export const currency = text(10, 'Currency code.', 'USDT');

export const balance = z.object({ account: z.enum(USER_KINDS), currency, available: amount, frozen: amount });

/** Equivalent value in USDT, available and frozen, at the index price; null without one, and never 0 instead. */
export const equivalent = z.nullable(amount);

export const valuedBalance = z.extend(balance, { equivalent });

/** Sequence of these balances in the private channel: a push with another `prev` means one was missed. */
export const pushSeq = z.string();

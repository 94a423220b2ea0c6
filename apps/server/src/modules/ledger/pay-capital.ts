import { expectDefined } from '@app/base';
import { type AccountName, type CapitalPayment, capitalSource, postCapital } from '@app/domain/ledger';
import { type Amount, add, formatDecimal, subtract } from '@app/money';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Transact } from '../../platform/db/transact.ts';
import * as store from './ledger.store.ts';
import type { Ledger } from './ledger.ts';

export type PaidCapital = { readonly before: Amount; readonly after: Amount; readonly isRepeated: boolean };

type Deps = { readonly db: Db; readonly transact: Transact; readonly ledger: Ledger };

/**
 * Pays the operator's own capital into a house account of real mode, or out of it, with the record that explains it to
 * the auditor. Only role migrate may. The reference makes it happen once: the same payment again changes nothing, and
 * another payment with the same reference is refused. `onPaid` runs in the same transaction.
 */
export async function payCapital(
  { db, transact, ledger }: Deps,
  payment: CapitalPayment & { readonly reason: string },
  onPaid: (tx: Tx) => Promise<void> = async () => {},
): Promise<PaidCapital> {
  const { account, amount, direction } = payment;
  const transfer = postCapital(payment);
  const accounts: readonly AccountName[] = [account, capitalSource(account.currency)];
  await ledger.open(db, transfer.mode, accounts);
  return await transact(async (tx) => {
    const [locked] = await ledger.lock(tx, transfer.mode, accounts);
    const before = expectDefined(locked, 'the opened account').available;
    const known = await store.findPayments(tx, payment.ref);
    if (known.some(({ kind }) => kind !== transfer.kind))
      throw new Error(`${payment.ref} was a payment in the other direction`);
    if (known.length === 0 && direction === 'out' && before < amount)
      throw new Error(`${account.owner} has only ${formatDecimal(before)} ${account.currency}`);
    const posted = await ledger.post(tx, [transfer]);
    if (posted.length === 0) return { before, after: before, isRepeated: true };
    const signed = direction === 'in' ? formatDecimal(amount) : `-${formatDecimal(amount)}`;
    await store.insertPayment(tx, {
      kind: transfer.kind,
      ref: payment.ref,
      currency: account.currency,
      amount: signed,
      reason: payment.reason,
    });
    await onPaid(tx);
    return { before, after: direction === 'in' ? add(before, amount) : subtract(before, amount), isRepeated: false };
  });
}

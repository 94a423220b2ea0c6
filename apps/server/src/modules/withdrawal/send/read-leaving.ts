import type { Chain } from '@app/domain/payee';
import type { Db } from '../../../platform/db/database.ts';
import type { AgreedChain } from '../../custody/index.ts';
import { findMined } from './follow-payments.ts';
import * as store from './send.store.ts';

/** What blocks up to one contain of payments. */
export type Leaving = {
  /** Units by coin that the ledger does not have yet. */
  readonly units: ReadonlyMap<string, bigint>;
  /** What all payments have paid for gas, in the chain's smallest unit. */
  readonly gas: bigint;
};

/** Asks the chain about payments that are open: rows may be a round behind it. Undefined while it is behind the rows. */
export async function readLeaving(
  { db, chain }: { readonly db: Db; readonly chain: AgreedChain },
  { name, block }: { readonly name: Chain; readonly block: number },
): Promise<Leaving | undefined> {
  const ended = await store.readEndedGas(db, name);
  if (ended.lastBlock > block) return undefined;
  const units = new Map<string, bigint>();
  let gas = ended.gas;
  for (const payment of await store.readOpenPayments(db, name)) {
    const mined = await findMined({ chain }, await store.readAttempts(db, name, payment.nonce));
    if (mined === undefined || mined.receipt.block > block) continue;
    gas += mined.receipt.gasPaid;
    if (mined.receipt.isSuccess) units.set(payment.currency, (units.get(payment.currency) ?? 0n) + payment.units);
  }
  return { units, gas };
}

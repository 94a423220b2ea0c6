import { accountsOfHold, postReturn } from '@app/domain/withdrawal';
import { coinsReturned, toOutbox } from '@app/protocol/events';
import { holdLease } from '../../../platform/db/lease.ts';
import { publish } from '../../../platform/db/outbox.ts';
import * as store from './send.store.ts';
import type { SendDeps } from './send-plan.ts';

const AT_ONCE = 50;

/** Gives the money of refused withdrawals back, each once. */
export async function returnRefused({ db, transact, lease, ledger, nextId, plan }: SendDeps): Promise<void> {
  for (const { id: refused } of await store.readRefused(db, plan.chain, AT_ONCE))
    await transact(async (tx) => {
      await holdLease(tx, lease);
      const withdrawal = await store.lockIn(tx, refused, 'refused');
      if (withdrawal === undefined) return;
      const { id, userId, currency, amount } = withdrawal;
      await ledger.lock(tx, 'real', accountsOfHold(withdrawal));
      await ledger.post(tx, [postReturn(withdrawal)]);
      await store.writeState(tx, id, 'returned');
      await publish(tx, nextId, [toOutbox(coinsReturned, { id, userId, currency, amount })]);
    });
}

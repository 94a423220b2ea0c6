import {
  accountsOfPayout,
  accountsOfPayoutHold,
  PAYOUT_CURRENCY,
  postPayout,
  postPayoutReturn,
} from '@app/domain/payout';
import { formatDecimal, subtract } from '@app/money';
import { payoutPaid, payoutReturned, toOutbox } from '@app/protocol/events';
import type { Db } from '../../../platform/db/database.ts';
import { holdLease, type Lease } from '../../../platform/db/lease.ts';
import { publish } from '../../../platform/db/outbox.ts';
import type { Transact } from '../../../platform/db/transact.ts';
import type { NextId } from '../../../platform/db/writer.ts';
import type { ApproverSite } from '../../custody/index.ts';
import { type Ledger, recordPayments } from '../../ledger/index.ts';
import * as store from './settle.store.ts';
import { findProblem } from './verify-payout.ts';

/** Where a round may end with its process; a rig ends it at each. */
export type SettleStep = 'verified' | 'posted' | 'written' | 'committed';

type Deps = {
  readonly db: Db;
  readonly transact: Transact;
  readonly nextId: NextId;
  readonly ledger: Ledger;
  readonly site: ApproverSite;
  /** Called at each step, by rigs. */
  readonly onStep?: ((step: SettleStep) => Promise<void>) | undefined;
};

const AT_ONCE = 50;

/**
 * Creates one round of booking: money of what the bank has paid leaves, money of what was refused goes back, each once. What fails
 * verification stays as it is and fails the round, after all the others were booked: somebody has to look.
 */
export function createSettler(deps: Deps): (lease: Lease) => Promise<void> {
  return async (lease) => {
    const problems: string[] = [];
    let after = 0n;
    for (;;) {
      const due = await store.readDue(deps.db, after, AT_ONCE);
      for (const payout of due) {
        const problem = await findProblem(deps.db, deps.site, payout);
        if (problem === undefined) await book(deps, lease, payout);
        else problems.push(`payout ${payout.id}: ${problem}`);
      }
      const last = due.at(-1);
      if (last === undefined || due.length < AT_ONCE) break;
      after = last.id;
    }
    if (problems.length > 0) throw new Error(problems.join('; '));
  };
}

async function book(deps: Deps, lease: Lease, found: store.DuePayout): Promise<void> {
  const { db, transact, ledger, nextId, onStep } = deps;
  const isPaid = found.state === 'approved';
  const accounts = isPaid ? accountsOfPayout(found) : accountsOfPayoutHold(found);
  if (isPaid) await ledger.open(db, 'real', accounts);
  await onStep?.('verified');
  await transact(async (tx) => {
    await holdLease(tx, lease);
    const payout = await store.lockIn(tx, found.id, found.state);
    if (payout === undefined) return;
    const { id, userId, amount, fee, bankReference = '' } = payout;
    await ledger.lock(tx, 'real', accounts);
    await ledger.post(tx, [isPaid ? postPayout(payout) : postPayoutReturn(payout)]);
    if (isPaid) {
      const left = formatDecimal(subtract(fee, amount));
      const reason = `bank ${bankReference}`;
      await recordPayments(tx, [{ kind: 'payout', ref: String(id), currency: PAYOUT_CURRENCY, amount: left, reason }]);
    }
    await onStep?.('posted');
    await store.writeState(tx, id, isPaid ? 'paid' : 'returned');
    const event = isPaid ? payoutPaid : payoutReturned;
    await publish(tx, nextId, [toOutbox(event, { id, userId, currency: PAYOUT_CURRENCY, amount })]);
    await onStep?.('written');
  });
  await onStep?.('committed');
}

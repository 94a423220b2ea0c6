import { accountsOfClaim, claimText, isCovered, postClaim } from '@app/domain/deposit';
import { ownCoins } from '@app/domain/reconciliation';
import { formatDecimal } from '@app/money';
import { claimCredited, toOutbox } from '@app/protocol/events';
import type { Tx } from '../../../platform/db/database.ts';
import { Fenced, holdLease, type Lease } from '../../../platform/db/lease.ts';
import { publish } from '../../../platform/db/outbox.ts';
import { recordPayments } from '../../ledger/index.ts';
import { findCoins, takeUnexplained } from '../../reconciliation/index.ts';
import type { CreditDeps } from './claim-plan.ts';
import * as store from './credit.store.ts';
import { problemOfClaim } from './verify-claim.ts';

/** Claims looked at in one round: those that have to wait must not keep the others back. */
const AT_ONCE = 200;

/** Creates one round of crediting what two people approved, each claim once. A claim that fails keeps no other one back. */
export function createClaims(given: Omit<CreditDeps, 'lease'>): (lease: Lease) => Promise<void> {
  /** Why each claim waits, so that a reason is logged once. */
  const reported = new Map<bigint, string>();
  return async (lease) => {
    const deps: CreditDeps = { ...given, lease };
    const failures: unknown[] = [];
    for (const claim of await store.readApproved(deps.db, deps.plan.chain, AT_ONCE))
      try {
        const problem = deps.problemOf() ?? (await creditClaim(deps, claim));
        if (problem !== undefined && reported.get(claim.id) !== problem)
          deps.log.error({ claim: String(claim.id), problem }, 'claim.not_credited');
        if (problem === undefined) reported.delete(claim.id);
        else reported.set(claim.id, problem);
      } catch (error) {
        if (error instanceof Fenced) throw error;
        failures.push(error);
      }
    if (failures.length > 0) throw failures[0];
  };
}

/** Credits a claim; returns why it has to wait. */
async function creditClaim(deps: CreditDeps, claim: store.ToCredit): Promise<string | undefined> {
  const { db, plan, ledger, transact, lease, onStep } = deps;
  const problem = await problemOfClaim(db, plan, claim);
  if (problem !== undefined) return problem;
  await ledger.open(db, 'real', accountsOfClaim(claim));
  await onStep?.('verified');
  const waits = await transact(async (tx) => {
    await holdLease(tx, lease);
    const locked = await store.lockApproved(tx, claim.id);
    if (locked === undefined) return undefined; // Refused meanwhile.
    if (claimText(locked) !== claimText(claim) || locked.change !== claim.change) return 'it changed meanwhile';
    const coins = await findCoins(tx, claim.chain, claim.currency);
    if (coins === undefined || !isCovered(claim.amount, ownCoins(coins)))
      return 'fewer coins lie unexplained on the chain';
    await post(tx, deps, locked);
    await onStep?.('crediting');
    return undefined;
  });
  await onStep?.('credited');
  return waits;
}

async function post(tx: Tx, { ledger, nextId }: CreditDeps, claim: store.ToCredit): Promise<void> {
  const { id, userId, chain, currency, amount, txHash } = claim;
  await ledger.lock(tx, 'real', accountsOfClaim(claim));
  await ledger.post(tx, [postClaim(claim)]);
  const reason = `${chain} ${txHash ?? `claim ${id}`}`;
  await recordPayments(tx, [
    { kind: 'deposit.claim', ref: String(id), currency, amount: formatDecimal(amount), reason },
  ]);
  await takeUnexplained(tx, { id: nextId(), claim: id, chain, currency, amount });
  await store.writeCredited(tx, id);
  await publish(tx, nextId, [toOutbox(claimCredited, { id, userId, currency, amount })]);
}

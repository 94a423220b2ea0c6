import { killSwitch } from '@app/domain/reference';
import { holdLease } from '../../../platform/db/lease.ts';
import { callOf } from '../../custody/index.ts';
import { noteWait } from './note-wait.ts';
import * as store from './send.store.ts';
import { assetOf, type SendDeps } from './send-plan.ts';
import { signNext } from './sign-next.ts';
import { type Due, verifyWithdrawal } from './verify-withdrawal.ts';

/** Withdrawals looked at in one round: those that have to wait must not keep the others back. */
const AT_ONCE = 500;
const REASON_MAX = 300;

/**
 * Begins to pay what is approved: reserves the next nonce for each, then signs and sends it. Nothing is
 * begun while withdrawals are stopped, beyond the cap of the hour, or for a withdrawal that fails verification.
 */
export async function startPayments(deps: SendDeps, nextNonce: number): Promise<void> {
  const { db, plan, settings, log, transact, lease, onStep } = deps;
  if (!(await settings.read(killSwitch('withdrawals'))).value) return;
  const problem = deps.problemOf();
  if (problem !== undefined) return void log.warn({ chain: plan.chain, problem }, 'withdrawal.not_reconciled');
  let nonce = nextNonce;
  for (const withdrawal of await store.readApproved(db, plan.chain, AT_ONCE)) {
    const verified = await verifyWithdrawal(db, plan, withdrawal);
    if (!verified.isSound) {
      log.error({ withdrawal: String(withdrawal.id), why: verified.why }, 'withdrawal.verification_failed');
      await noteWait(deps, withdrawal.id, 'not_sound');
      continue;
    }
    const { currency, units, recipient } = verified.due;
    const cap = plan.caps.hourly.get(currency) ?? 0n;
    if ((await store.sumOfHour(db, plan.chain, currency)) + units > cap) {
      log.warn({ withdrawal: String(withdrawal.id), currency }, 'withdrawal.hourly_cap_reached');
      await noteWait(deps, withdrawal.id, 'hourly_max');
      continue;
    }
    if (!(await canPay(deps, verified.due))) {
      await noteWait(deps, withdrawal.id, 'not_payable');
      continue;
    }
    await onStep?.('checked');
    const payment = {
      nonce,
      withdrawal: withdrawal.id,
      currency,
      units,
      recipient,
      tx_hash: undefined,
      block: undefined,
    };
    const isReserved = await transact(async (tx) => {
      await holdLease(tx, lease);
      if ((await store.lockIn(tx, withdrawal.id, 'approved')) === undefined) return false;
      await store.reserve(tx, plan.chain, payment);
      return true;
    });
    if (!isReserved) continue;
    await onStep?.('reserved');
    nonce += 1;
    await signNext(deps, payment);
  }
}

/** Whether the chain would take a payment now: what it would refuse must not take a nonce that later ones wait for. */
async function canPay({ chain, signer, plan, log }: SendDeps, { currency, units, recipient }: Due): Promise<boolean> {
  const contract = assetOf(plan, currency)?.contract;
  const problem = await chain.gasOf(signer.address, callOf({ contract, recipient, units })).then(
    () => undefined,
    (error: Error) => error.message.slice(0, REASON_MAX),
  );
  if (problem !== undefined) log.error({ currency, problem }, 'withdrawal.estimate_failed');
  return problem === undefined;
}

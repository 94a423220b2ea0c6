import { withdrawalSettings } from '@app/domain/withdrawal';
import { holdLease } from '../../../platform/db/lease.ts';
import { callOf, feesOf, gasLimitOf, larger, signPayment } from '../../custody/index.ts';

import { halt } from './halt.ts';
import { noteWait } from './note-wait.ts';
import * as store from './send.store.ts';
import { assetOf, type SendDeps } from './send-plan.ts';
import { verifyWithdrawal } from './verify-withdrawal.ts';

const GWEI = 10n ** 9n;
/** Room for what an estimate does not see: a fifth. */
const GAS_ROOM = { of: 6n, in: 5n } as const;
/** No transfer needs more. */
const GAS_MAX = 300_000n;

/**
 * Signs a payment, the first time or once more with the same nonce and a higher price, stores the signed transaction and
 * only then sends it. The withdrawal is verified again: what was reserved may have been tampered with since. Without enough
 * room under the highest price it waits.
 */
export async function signNext(deps: SendDeps, payment: store.Payment, replaced?: store.Attempt): Promise<void> {
  const { plan, chain, signer, settings, transact, lease, log, onStep } = deps;
  const withdrawal = await readPaid(deps, payment, replaced === undefined ? 'approved' : 'signed');
  if (withdrawal === undefined) return;
  const { value: gweiMax } = await settings.read(withdrawalSettings.gasPriceMax);
  const fees = feesOf(await chain.feeNow(), { replaced, max: BigInt(gweiMax) * GWEI });
  if (fees === undefined) {
    log.warn({ nonce: payment.nonce }, 'withdrawal.gas_price_above_limit');
    return await noteWait(deps, withdrawal.id, 'gas_price');
  }
  const { units, recipient, nonce } = payment;
  const contract = assetOf(plan, payment.currency)?.contract;
  const estimate = await chain.gasOf(signer.address, callOf({ contract, recipient, units }));
  // What was enough for the replaced transaction still is.
  const gas = larger((estimate * GAS_ROOM.of) / GAS_ROOM.in, replaced === undefined ? 0n : gasLimitOf(replaced.raw));
  if (gas > GAS_MAX) throw new Error(`a transfer would need ${gas} gas`);
  const unsigned = { networkId: plan.networkId, nonce, contract, recipient, units, gas, ...fees };
  const { raw, txHash } = await signPayment(signer, unsigned);
  await onStep?.('signed');
  await transact(async (tx) => {
    await holdLease(tx, lease);
    await store.insertAttempt(tx, plan.chain, nonce, { tx_hash: txHash, raw, ...fees });
    await store.deleteWait(tx, withdrawal.id);
    if (replaced === undefined) await store.writeState(tx, withdrawal.id, 'signed');
  });
  await onStep?.('stored');
  await send(deps, { tx_hash: txHash, raw });
}

/** Returns the withdrawal that a payment pays; undefined, and halted, if it is not that any more. */
async function readPaid(deps: SendDeps, payment: store.Payment, state: 'approved' | 'signed') {
  const { db, plan } = deps;
  const withdrawal = await store.readOne(db, payment.withdrawal, state);
  const verified = withdrawal && (await verifyWithdrawal(db, plan, withdrawal));
  const isPaid =
    verified?.isSound === true &&
    verified.due.units === payment.units &&
    verified.due.recipient === payment.recipient &&
    verified.due.currency === payment.currency;
  if (!isPaid) await halt(deps, `nonce ${payment.nonce} is reserved for a withdrawal that fails verification`);
  return isPaid ? withdrawal : undefined;
}

/** Gives a signed transaction to the nodes. Their answers prove nothing: it may be on its way all the same. */
export async function send(deps: SendDeps, { tx_hash, raw }: Pick<store.Attempt, 'tx_hash' | 'raw'>): Promise<void> {
  const { chain, transact, lease, log, onStep } = deps;
  const problems = await chain.send(raw);
  if (problems.length > 0) log.warn({ tx: tx_hash, problems }, 'withdrawal.broadcast_unknown');
  await transact(async (tx) => {
    await holdLease(tx, lease);
    await store.writeSent(tx, tx_hash);
  });
  await onStep?.('sent');
}

import { accountsOfPayment, postPayment, withdrawalSettings } from '@app/domain/withdrawal';
import { formatDecimal, subtract } from '@app/money';
import { coinsWithdrawn, toOutbox } from '@app/protocol/events';
import { holdLease } from '../../../platform/db/lease.ts';
import { publish } from '../../../platform/db/outbox.ts';
import type { TxReceipt } from '../../custody/index.ts';
import { recordPayments } from '../../ledger/index.ts';
import { halt } from './halt.ts';
import * as store from './send.store.ts';
import { assetOf, type SendDeps } from './send-plan.ts';
import { send, signNext } from './sign-next.ts';

/** A transaction that no block contains is given to the nodes again so often. */
const AGAIN_SECONDS = 30;

/** Brings every payment up to the chain: signs what was reserved only, sends again, replaces, confirms. */
export async function followPayments(deps: SendDeps): Promise<void> {
  const { db, plan, chain, signer } = deps;
  const open = await store.readOpenPayments(db, plan.chain);
  if (open.length === 0) return;
  const sent = await chain.countSent(signer.address, false);
  const head = await chain.head();
  for (const payment of open) await followPayment(deps, payment, { sent, head });
}

type Seen = { readonly sent: number; readonly head: number };

async function followPayment(deps: SendDeps, payment: store.Payment, { sent, head }: Seen): Promise<void> {
  const { db, plan } = deps;
  const attempts = await store.readAttempts(db, plan.chain, payment.nonce);
  const [newest] = attempts;
  if (newest === undefined) return await signNext(deps, payment);
  const mined = await findMined(deps, attempts);
  if (mined !== undefined) return await followMined(deps, payment, { ...mined, head });
  if (payment.tx_hash !== undefined)
    await writeMined(deps, payment.nonce, undefined); // Its block left the chain.
  else if (sent > payment.nonce && (await isNonceUsedElsewhere(deps, payment, attempts)))
    await halt(deps, `nonce ${payment.nonce} was used by a transaction that is none of ours`);
  else await rebroadcast(deps, payment, newest);
}

/** Asked once more: a block may have left the chain between the two questions. */
async function isNonceUsedElsewhere(
  deps: SendDeps,
  { nonce }: store.Payment,
  attempts: readonly store.Attempt[],
): Promise<boolean> {
  const isMinedNow = (await findMined(deps, attempts)) !== undefined;
  return !isMinedNow && (await deps.chain.countSent(deps.signer.address, false)) > nonce;
}

export async function findMined({ chain }: Pick<SendDeps, 'chain'>, attempts: readonly store.Attempt[]) {
  for (const { tx_hash: txHash } of attempts) {
    const receipt = await chain.receiptOf(txHash);
    if (receipt !== undefined) return { txHash, receipt };
  }
  return undefined;
}

async function rebroadcast(deps: SendDeps, payment: store.Payment, newest: store.Attempt): Promise<void> {
  const { value: replaceAfter } = await deps.settings.read(withdrawalSettings.replaceAfter);
  if (newest.ageSeconds >= replaceAfter) await signNext(deps, payment, newest);
  if ((newest.unsentSeconds ?? AGAIN_SECONDS) >= AGAIN_SECONDS) await send(deps, newest);
}

type Mined = { readonly txHash: string; readonly receipt: TxReceipt; readonly head: number };

async function followMined(deps: SendDeps, payment: store.Payment, { txHash, receipt, head }: Mined): Promise<void> {
  const { block, isSuccess, gasPaid } = receipt;
  if (isSuccess && !isOf(deps, payment, receipt))
    return await halt(deps, `${txHash} did not pay what nonce ${payment.nonce} is reserved for`);
  if (payment.tx_hash !== txHash || payment.block !== block) {
    await writeMined(deps, payment.nonce, { txHash, block, isSuccess, gasPaid });
    await deps.onStep?.('mined');
  }
  const { value: needed } = await deps.settings.read(withdrawalSettings.confirmations);
  if (head - block + 1 < needed) return;
  if (isSuccess) await confirm(deps, payment, txHash);
  else await fail(deps, payment, txHash);
}

/** Whether a transaction paid exactly what was to be paid, from our address. */
function isOf({ plan, signer }: SendDeps, payment: store.Payment, { sender, transfers }: TxReceipt): boolean {
  const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  const asset = assetOf(plan, payment.currency);
  const paid = transfers.filter(
    ({ contract, from, to, value }) =>
      contract === asset?.contract &&
      same(from, signer.address) &&
      same(to, payment.recipient) &&
      value === payment.units,
  );
  return asset !== undefined && same(sender, signer.address) && paid.length === 1;
}

async function writeMined(
  { transact, lease, plan }: SendDeps,
  nonce: number,
  mined: Parameters<typeof store.writeMined>[3],
): Promise<void> {
  await transact(async (tx) => {
    await holdLease(tx, lease);
    await store.writeMined(tx, plan.chain, nonce, mined);
  });
}

/** Books coins that have left for good. */
async function confirm(deps: SendDeps, payment: store.Payment, txHash: string): Promise<void> {
  const { db, transact, lease, ledger, nextId, plan, onStep } = deps;
  const known = await store.readOne(db, payment.withdrawal, 'signed');
  if (known === undefined) return;
  await ledger.open(db, 'real', accountsOfPayment(known));
  await transact(async (tx) => {
    await holdLease(tx, lease);
    const withdrawal = await store.lockIn(tx, payment.withdrawal, 'signed');
    if (withdrawal === undefined) return;
    const { id, userId, currency, amount, fee } = withdrawal;
    await ledger.lock(tx, 'real', accountsOfPayment(withdrawal));
    await ledger.post(tx, [postPayment(withdrawal)]);
    const reason = `${plan.chain} ${txHash}`;
    const left = formatDecimal(subtract(fee, amount));
    await recordPayments(tx, [{ kind: 'withdrawal', ref: String(id), currency, amount: left, reason }]);
    await store.writeState(tx, id, 'confirmed');
    await publish(tx, nextId, [toOutbox(coinsWithdrawn, { id, userId, currency, amount })]);
    await onStep?.('confirming');
  });
  await onStep?.('confirmed');
}

/** The chain refused the transfer for good: nothing left, so the money goes back. */
async function fail(deps: SendDeps, payment: store.Payment, txHash: string): Promise<void> {
  const { transact, lease, log } = deps;
  log.error({ withdrawal: String(payment.withdrawal), tx: txHash }, 'withdrawal.chain_failed');
  await transact(async (tx) => {
    await holdLease(tx, lease);
    const withdrawal = await store.lockIn(tx, payment.withdrawal, 'signed');
    if (withdrawal !== undefined) await store.writeChainFailed(tx, withdrawal.id);
  });
}

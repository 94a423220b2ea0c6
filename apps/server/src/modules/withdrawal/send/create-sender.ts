import type { Lease } from '../../../platform/db/lease.ts';
import { holdLease } from '../../../platform/db/lease.ts';
import { followPayments } from './follow-payments.ts';
import { halt } from './halt.ts';
import { returnRefused } from './return-refused.ts';
import * as store from './send.store.ts';
import type { SendDeps } from './send-plan.ts';
import { startPayments } from './start-payments.ts';

/** Creates one round of sending: returns what was refused, brings payments up to the chain, and begins the next. */
export function createSender(given: Omit<SendDeps, 'lease'>): (lease: Lease) => Promise<void> {
  let isChecked = false;
  return async (lease) => {
    const deps: SendDeps = { ...given, lease };
    if (!isChecked) await checkNetwork(deps);
    isChecked = true;
    const wallet = await openWallet(deps);
    await returnRefused(deps);
    if (wallet.halted !== null) return;
    const nextNonce = await agreeOnNonce(deps, wallet);
    if (nextNonce === undefined) return;
    await followPayments(deps);
    if ((await store.readWallet(deps.db, deps.plan.chain))?.halted === null) await startPayments(deps, nextNonce);
  };
}

async function checkNetwork({ chain, plan }: SendDeps): Promise<void> {
  const networkId = await chain.networkId();
  if (networkId !== plan.networkId)
    throw new Error(`the nodes of ${plan.chain} are of network ${networkId}, not of ${plan.networkId}`);
}

/** Returns the sender as it is stored, and stores it at first. Another key under the same chain is refused. */
async function openWallet({ db, transact, lease, plan, chain, signer, log }: SendDeps): Promise<store.Wallet> {
  const known = await store.readWallet(db, plan.chain);
  if (known !== undefined) {
    if (known.address !== signer.address)
      throw new Error(`the key of ${plan.chain} is of ${signer.address}, not of ${known.address}`);
    return known;
  }
  // A sender that sent before this database knew it: a restored one would send again what is on the chain.
  const firstNonce = await chain.countSent(signer.address, true);
  const halted = firstNonce === 0 ? undefined : `${signer.address} has sent ${firstNonce} transactions before`;
  if (halted !== undefined) log.error({ reason: halted }, 'withdrawal.halted');
  await transact(async (tx) => {
    await holdLease(tx, lease);
    await store.insertWallet(tx, plan.chain, { address: signer.address, firstNonce, halted });
  });
  return { address: signer.address, first_nonce: BigInt(firstNonce), halted: halted ?? null };
}

/**
 * Returns the next nonce. Where the chain has more than was ever reserved, somebody else sends with this
 * key, or the database is an older one: nothing is sent until an operator has looked.
 */
async function agreeOnNonce(deps: SendDeps, { first_nonce }: store.Wallet): Promise<number | undefined> {
  const { db, chain, plan, signer } = deps;
  const last = await store.readLastNonce(db, plan.chain);
  const next = last === undefined ? Number(first_nonce) : last + 1;
  const sent = await chain.countSent(signer.address, true);
  if (sent <= next) return next;
  await halt(deps, `the chain has ${sent} transactions of ${signer.address}, the database ${next}`);
  return undefined;
}

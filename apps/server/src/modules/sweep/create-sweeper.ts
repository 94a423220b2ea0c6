import { holdLease, type Lease } from '../../platform/db/lease.ts';
import { followSweeps } from './follow-sweeps.ts';
import { halt } from './halt.ts';
import { startSweep } from './start-sweep.ts';
import * as store from './sweep.store.ts';
import type { SweepDeps } from './sweep-plan.ts';

/** Creates one round of sweeping: brings open sweeps up to the chain, and begins the next when none is open. */
export function createSweeper(given: Omit<SweepDeps, 'lease'>): (lease: Lease) => Promise<void> {
  let isChecked = false;
  return async (lease) => {
    const deps: SweepDeps = { ...given, lease };
    if (!isChecked) await checkNetwork(deps);
    isChecked = true;
    const account = await openGasAccount(deps);
    if (account.halted !== null) return;
    const nextNonce = await agreeOnNonce(deps, account);
    if (nextNonce === undefined) return;
    await followSweeps(deps);
    if ((await store.readGasAccount(deps.db, deps.plan.chain))?.halted === null) await startSweep(deps, nextNonce);
  };
}

async function checkNetwork({ chain, plan }: SweepDeps): Promise<void> {
  const networkId = await chain.networkId();
  if (networkId !== plan.networkId)
    throw new Error(`the nodes of ${plan.chain} are of network ${networkId}, not of ${plan.networkId}`);
}

/** Returns the gas account as it is stored, and stores it at first. Another key under the same chain is refused. */
async function openGasAccount({ db, transact, lease, plan, chain, gas, log }: SweepDeps): Promise<store.GasAccount> {
  const known = await store.readGasAccount(db, plan.chain);
  if (known !== undefined) {
    if (known.address !== gas.address)
      throw new Error(`the gas account of ${plan.chain} is ${gas.address}, not ${known.address}`);
    return known;
  }
  // An account that sent before this database knew it: what it sent is in no row.
  const firstNonce = await chain.countSent(gas.address, true);
  const halted = firstNonce === 0 ? undefined : `${gas.address} has sent ${firstNonce} transactions before`;
  if (halted !== undefined) log.error({ reason: halted }, 'sweep.halted');
  await transact(async (tx) => {
    await holdLease(tx, lease);
    await store.insertGasAccount(tx, plan.chain, { address: gas.address, firstNonce, halted });
  });
  return { address: gas.address, first_nonce: BigInt(firstNonce), halted: halted ?? null };
}

/**
 * Returns the next nonce. Where the chain has more than was ever reserved, somebody else sends with this key, or the
 * database is an older one: nothing is swept until an operator has looked.
 */
async function agreeOnNonce(deps: SweepDeps, { first_nonce }: store.GasAccount): Promise<number | undefined> {
  const { db, chain, plan, gas } = deps;
  const last = await store.readLastNonce(db, plan.chain);
  const next = last === undefined ? Number(first_nonce) : last + 1;
  const sent = await chain.countSent(gas.address, true);
  if (sent <= next) return next;
  await halt(deps, `the chain has ${sent} transactions of ${gas.address}, the database ${next}`);
  return undefined;
}

import { holdLease } from '../../platform/db/lease.ts';
import { feesOf, signSweep } from '../custody/index.ts';
import { type Built, buildTransaction, NotSound } from './build-transaction.ts';
import { halt } from './halt.ts';
import * as store from './sweep.store.ts';
import type { SweepDeps } from './sweep-plan.ts';

type Signed = Pick<store.Attempt, 'tx_hash' | 'raw'>;

/**
 * Signs and stores what was reserved together, the last nonce first, and sends nothing: a sweep is never on its way before
 * the transaction that ends its delegations is signed too. Returns them in the order of their nonces; undefined if one
 * has to wait.
 */
export async function signReserved(
  deps: SweepDeps,
  sweeps: readonly store.Sweep[],
): Promise<readonly Signed[] | undefined> {
  const signed: Signed[] = [];
  for (const sweep of sweeps.toReversed()) {
    const one = await sign(deps, sweep);
    if (one === undefined) return undefined;
    signed.unshift(one);
  }
  return signed;
}

/**
 * Signs a sweep, the first time or once more with the same nonce and a higher price, and stores the signed transaction. It
 * is built anew from what is configured: what was reserved may have been tampered with since. Undefined without room
 * under the highest price: it waits.
 */
export async function sign(deps: SweepDeps, sweep: store.Sweep, replaced?: store.Attempt): Promise<Signed | undefined> {
  const { plan, chain, gas, keys, transact, lease, log, onStep } = deps;
  const built = await build(deps, sweep);
  if (built === undefined) return undefined;
  const fees = feesOf(await chain.feeNow(), { replaced, max: plan.gasPriceMax });
  if (fees === undefined) {
    log.warn({ nonce: sweep.nonce }, 'sweep.gas_price_above_limit');
    return undefined;
  }
  const { raw, txHash } = await signSweep({ gas, keys }, { ...built, ...fees });
  await onStep?.('signed');
  await transact(async (tx) => {
    await holdLease(tx, lease);
    await store.insertAttempt(tx, plan.chain, sweep.nonce, { tx_hash: txHash, raw, ...fees });
  });
  await onStep?.('stored');
  return { tx_hash: txHash, raw };
}

/** Builds what a row is for; undefined, and halted, if it is not what is configured. */
async function build(deps: SweepDeps, sweep: store.Sweep): Promise<Built | undefined> {
  try {
    return await buildTransaction(deps, sweep);
  } catch (error) {
    if (!(error instanceof NotSound)) throw error;
    await halt(deps, error.message);
    return undefined;
  }
}

/** Gives a signed transaction to the nodes. Their answers prove nothing: it may be on its way all the same. */
export async function send(deps: SweepDeps, { tx_hash, raw }: Signed): Promise<void> {
  const { chain, transact, lease, log, onStep } = deps;
  const problems = await chain.send(raw);
  if (problems.length > 0) log.warn({ tx: tx_hash, problems }, 'sweep.broadcast_unknown');
  await transact(async (tx) => {
    await holdLease(tx, lease);
    await store.writeSent(tx, tx_hash);
  });
  await onStep?.('sent');
}

import { withdrawalSettings } from '@app/domain/withdrawal';
import { holdLease } from '../../platform/db/lease.ts';
import { readSweptEther, type TxReceipt } from '../custody/index.ts';
import { halt } from './halt.ts';
import { send, sign, signReserved } from './sign-next.ts';
import * as store from './sweep.store.ts';
import { isSame, type SweepDeps } from './sweep-plan.ts';

/** A transaction that no block contains is given to the nodes again so often. */
const AGAIN_SECONDS = 30;
/** Sweeps of an address that move nothing, one after the other, before it waits for its next deposit. */
const TRIES_MAX = 3;

/** Brings open sweeps up to the chain: signs what was reserved only, sends again, replaces, confirms. */
export async function followSweeps(deps: SweepDeps): Promise<void> {
  const { db, plan, chain, gas } = deps;
  const open = await store.readOpenSweeps(db, plan.chain);
  if (open.length === 0) return;
  const unsigned = open.filter(({ isSigned }) => !isSigned);
  if ((await signReserved(deps, unsigned)) === undefined) return;
  const sent = await chain.countSent(gas.address, false);
  const head = await chain.head();
  await refill(deps, { from: sent, to: open[0]?.nonce ?? sent });
  for (const sweep of open) if (!(await followSweep(deps, sweep, { sent, head }))) return;
}

/** Sends again what was final until blocks left the chain after all: later nonces wait for these. */
async function refill(deps: SweepDeps, { from, to }: { readonly from: number; readonly to: number }): Promise<void> {
  for (let nonce = from; nonce < to; nonce++) {
    const [newest] = await store.readAttempts(deps.db, deps.plan.chain, nonce);
    if (newest === undefined) continue; // Before this database knew the account.
    deps.log.warn({ nonce, tx: newest.tx_hash }, 'sweep.left_the_chain');
    await send(deps, newest);
  }
}

type Seen = { readonly sent: number; readonly head: number };

/** Follows one; false where sweeping was halted. */
async function followSweep(deps: SweepDeps, sweep: store.Sweep, { sent, head }: Seen): Promise<boolean> {
  const { db, plan } = deps;
  const attempts = await store.readAttempts(db, plan.chain, sweep.nonce);
  const [newest] = attempts;
  if (newest === undefined) throw new Error(`nonce ${sweep.nonce} is signed and has no transaction`);
  const mined = await findMined(deps, attempts);
  if (mined !== undefined) return await followMined(deps, sweep, { ...mined, head });
  if (sweep.tx_hash !== undefined)
    await writeMined(deps, sweep.nonce, undefined); // Its block left the chain.
  else if (sent > sweep.nonce && (await isNonceUsedElsewhere(deps, sweep, attempts))) {
    await halt(deps, `nonce ${sweep.nonce} was used by a transaction that is none of ours`);
    return false;
  } else await rebroadcast(deps, sweep, newest);
  return true;
}

/** Asked once more: a block may have left the chain between the two questions. */
async function isNonceUsedElsewhere(
  deps: SweepDeps,
  { nonce }: store.Sweep,
  attempts: readonly store.Attempt[],
): Promise<boolean> {
  const isMinedNow = (await findMined(deps, attempts)) !== undefined;
  return !isMinedNow && (await deps.chain.countSent(deps.gas.address, false)) > nonce;
}

async function findMined({ chain }: SweepDeps, attempts: readonly store.Attempt[]) {
  for (const { tx_hash: txHash } of attempts) {
    const receipt = await chain.receiptOf(txHash);
    if (receipt !== undefined) return { txHash, receipt };
  }
  return undefined;
}

async function rebroadcast(deps: SweepDeps, sweep: store.Sweep, newest: store.Attempt): Promise<void> {
  const { value: replaceAfter } = await deps.settings.read(withdrawalSettings.replaceAfter);
  const replacement = newest.ageSeconds < replaceAfter ? undefined : await sign(deps, sweep, newest);
  if (replacement !== undefined) await send(deps, replacement);
  if ((newest.unsentSeconds ?? AGAIN_SECONDS) >= AGAIN_SECONDS) await send(deps, newest);
}

type Mined = { readonly txHash: string; readonly receipt: TxReceipt; readonly head: number };

async function followMined(deps: SweepDeps, sweep: store.Sweep, { txHash, receipt, head }: Mined): Promise<boolean> {
  const { block, isSuccess, gasPaid: gasCost } = receipt;
  const foreign = findForeign(deps, sweep, receipt);
  if (foreign !== undefined) {
    await halt(deps, `${txHash} ${foreign}`);
    return false;
  }
  if (sweep.tx_hash !== txHash || sweep.block !== block) {
    await writeMined(deps, sweep.nonce, { txHash, block, isSuccess, gasCost });
    await deps.onStep?.('mined');
  }
  const { value: needed } = await deps.settings.read(withdrawalSettings.confirmations);
  if (head - block + 1 >= needed) await end(deps, sweep, { txHash, receipt, head });
  return true;
}

/** Returns what a transaction did that none of ours may: coins of a swept address that went elsewhere. */
function findForeign({ gas, plan }: SweepDeps, { addresses }: store.Sweep, receipt: TxReceipt): string | undefined {
  if (!isSame(receipt.sender, gas.address)) return `was sent by ${receipt.sender}`;
  const strayed = receipt.transfers.find(
    ({ contract, from, to }) =>
      plan.assets.some((asset) => asset.contract === contract) &&
      addresses.some(({ address }) => isSame(address, from)) &&
      !isSame(to, plan.code.destination),
  );
  return strayed === undefined ? undefined : `moved coins of ${strayed.from} to ${strayed.to}`;
}

async function writeMined(
  { transact, lease, plan }: SweepDeps,
  nonce: number,
  mined: Parameters<typeof store.writeMined>[3],
): Promise<void> {
  await transact(async (tx) => {
    await holdLease(tx, lease);
    await store.writeMined(tx, plan.chain, nonce, mined);
  });
}

/** Notes what a final transaction did. Addresses of which it moved nothing are looked at again, a few times. */
async function end(deps: SweepDeps, sweep: store.Sweep, { txHash, receipt, head }: Mined): Promise<void> {
  const { transact, lease, plan, log, onStep } = deps;
  const { chain } = plan;
  const moved = sweep.kind === 'sweep' ? movedBy(deps, sweep, receipt) : [];
  const unmoved = sweep.addresses.filter(
    ({ address, coins }) => coins.length > 0 && !moved.some((it) => it.address === address && it.units > 0n),
  );
  const isDone = receipt.isSuccess && (sweep.kind !== 'clear' || (await areCleared(deps, sweep, head)));
  if (!isDone) log.error({ nonce: sweep.nonce, kind: sweep.kind, tx: txHash }, 'sweep.failed');
  await transact(async (tx) => {
    await holdLease(tx, lease);
    if (!(await store.writeEnd(tx, chain, sweep.nonce, isDone ? 'confirmed' : 'failed'))) return;
    await store.writeMoved(tx, chain, sweep.nonce, moved);
    for (const { address, tries } of unmoved) {
      log.error({ address, tx: txHash, tries: tries + 1 }, 'sweep.moved_nothing');
      if (tries + 1 < TRIES_MAX) await store.writeDueAgain(tx, chain, { address, tries: tries + 1 });
    }
    await onStep?.('confirming');
  });
  if (!isDone && (sweep.kind === 'deploy' || !(await follows(deps, sweep))))
    await halt(deps, `the ${sweep.kind} of nonce ${sweep.nonce} failed on the chain`);
  await onStep?.('confirmed');
}

/** Whether a row may fail once: a sweep, and the transaction that clears right after one. It is tried again by others. */
async function follows({ db, plan }: SweepDeps, { kind, nonce }: store.Sweep): Promise<boolean> {
  return kind === 'sweep' || (await store.readKind(db, plan.chain, nonce - 1)) === 'sweep';
}

async function areCleared({ chain }: SweepDeps, { addresses }: store.Sweep, head: number): Promise<boolean> {
  const codes = await Promise.all(addresses.map(({ address }) => chain.codeAt(address, head)));
  return codes.every((code) => code === undefined);
}

/** What a transaction moved of each address and coin, as its events say. */
function movedBy(
  { plan }: SweepDeps,
  { addresses }: store.Sweep,
  { logs, transfers }: TxReceipt,
): readonly store.Moved[] {
  const ether = readSweptEther(logs);
  const sum = (values: readonly { readonly value: bigint }[]) => values.reduce((total, { value }) => total + value, 0n);
  return addresses.flatMap(({ address, coins }) =>
    coins.map(({ currency }) => {
      const asset = plan.assets.find((it) => it.currency === currency);
      const from =
        asset?.contract === undefined
          ? ether.filter((it) => isSame(it.address, address))
          : transfers.filter(
              (it) =>
                it.contract === asset.contract && isSame(it.from, address) && isSame(it.to, plan.code.destination),
            );
      return { address, currency, units: sum(from) };
    }),
  );
}

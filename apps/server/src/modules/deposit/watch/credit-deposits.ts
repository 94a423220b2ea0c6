import { accountsOfCredit, creditRef, postDeposit } from '@app/domain/deposit';
import { checkDailyLimit } from '@app/domain/limits';
import { type Amount, add, formatDecimal, ZERO } from '@app/money';
import { coinsCredited, toOutbox } from '@app/protocol/events';
import type { Tx } from '../../../platform/db/database.ts';
import { holdLease } from '../../../platform/db/lease.ts';
import { publish } from '../../../platform/db/outbox.ts';
import type { ChainTransfer } from '../../custody/index.ts';
import { recordPayments } from '../../ledger/index.ts';
import { findLimitsOf } from '../../limits/index.ts';
import { readLiveRates } from '../../market/index.ts';
import { creditOf, distinctAccounts, MODE } from './accounts.ts';
import { amountOf, type ChainPlan, type WatchDeps } from './chain-plan.ts';
import * as store from './watch.store.ts';

/** Deposits credited in one transaction: their users wait for each other only that long. */
const BATCH = 100;

/** Credits what has enough confirmations, a batch at a time, and returns how many. */
export async function creditDue(
  deps: WatchDeps,
  { head, confirmations }: { head: number; confirmations: number },
): Promise<number> {
  const { db, plan } = deps;
  const query = { chain: plan.chain, upTo: head - confirmations + 1, limit: BATCH };
  let credited = 0;
  for (;;) {
    const due = await store.readDue(db, query);
    if (due.length === 0) return credited;
    await creditBatch(deps, due);
    credited += due.length;
  }
}

async function creditBatch(deps: WatchDeps, due: readonly store.WatchedDeposit[]): Promise<void> {
  const { db, transact, ledger, lease, nextId, onStep } = deps;
  const isConfirmed = await confirm(deps, due);
  const sound = due.filter((deposit) => isConfirmed(deposit));
  await ledger.open(db, MODE, sound.map(nextCredit).flatMap(accountsOfCredit));
  const rates = await readLiveRates(
    db,
    sound.map(({ currency }) => currency),
  );
  await onStep?.('confirmed');
  await transact(async (tx) => {
    const nowAt = await holdLease(tx, lease);
    for (const deposit of due.filter((it) => !isConfirmed(it))) await suspect(tx, deps, deposit);
    const locked = await store.lockSeen(
      tx,
      sound.map(({ id }) => id),
    );
    const worths = new Map(locked.map(({ id, currency, amount }) => [id, rates.worthUsdt(currency, amount)]));
    const waiting = await overLimit(tx, locked, { worths, nowMs: nowAt.getTime() });
    if (waiting.size > 0) await store.writeWaiting(tx, [...waiting]);
    const credited = locked.filter(({ id }) => !waiting.has(id));
    if (credited.length === 0) return;
    const credits = credited.map(nextCredit);
    await ledger.lock(tx, MODE, distinctAccounts(credits.flatMap(accountsOfCredit)));
    await ledger.post(tx, credits.map(postDeposit));
    await recordPayments(
      tx,
      credited.map((deposit) => ({
        kind: 'deposit',
        ref: creditRef(nextCredit(deposit)),
        currency: deposit.currency,
        amount: formatDecimal(deposit.amount),
        reason: `${deposit.chain} ${deposit.txHash}`,
      })),
    );
    await store.writeCredited(
      tx,
      credited.map(({ id }) => ({ id, worth: worths.get(id) })),
    );
    const events = credited.map(({ id, userId, currency, amount }) =>
      toOutbox(coinsCredited, { id, userId, currency, amount }),
    );
    await publish(tx, nextId, events);
    await onStep?.('crediting');
  });
  await onStep?.('credited');
}

/** The credit that comes next. */
const nextCredit = (deposit: store.WatchedDeposit) => creditOf(deposit, deposit.credits + 1);

/**
 * Reads the blocks again: what is credited is what the chain says now and the key derives, never what a row says. Returns
 * which deposits stand.
 */
async function confirm({ chain, plan, addresses }: WatchDeps, due: readonly store.WatchedDeposit[]) {
  const contracts = new Set(plan.assets.flatMap(({ contract }) => contract ?? []));
  const query = { contracts, isWanted: (address: string) => addresses.has(address) };
  const blocks = await Promise.all(
    [...new Set(due.map(({ blockHash }) => blockHash))].map(async (hash) => {
      const block = await chain.read(hash, query);
      const isOnChain = block !== undefined && (await chain.hashAt(block.number)) === hash;
      return [hash, isOnChain ? block.transfers : []] as const;
    }),
  );
  const transfersOf = new Map(blocks);
  return (deposit: store.WatchedDeposit): boolean =>
    plan.derive(deposit.position) === deposit.address &&
    (transfersOf.get(deposit.blockHash) ?? []).some((transfer) => isTheSame(transfer, deposit, plan));
}

function isTheSame(transfer: ChainTransfer, deposit: store.WatchedDeposit, { assets }: ChainPlan): boolean {
  const asset = assets.find(({ currency }) => currency === deposit.currency);
  return (
    asset !== undefined &&
    transfer.txHash === deposit.txHash &&
    transfer.ordinal === deposit.ordinal &&
    transfer.contract === asset.contract &&
    transfer.to.toLowerCase() === deposit.address.toLowerCase() &&
    amountOf(transfer.value, asset) === deposit.amount
  );
}

async function suspect(tx: Tx, { nextId, plan, log }: WatchDeps, deposit: store.WatchedDeposit): Promise<void> {
  log.error({ deposit: String(deposit.id), tx: deposit.txHash }, 'deposit.not_confirmed');
  await store.writeState(tx, deposit.id, 'suspect');
  await store.insertIncident(tx, {
    id: nextId(),
    chain: plan.chain,
    deposit,
    kind: 'suspect',
    detail: `${deposit.txHash} is not on the chain as it was noted`,
  });
}

type LimitContext = { readonly worths: ReadonlyMap<bigint, Amount | undefined>; readonly nowMs: number };

/**
 * Returns the deposits that their users' own daily limit lets wait until the next day. They wait once: the coins are
 * theirs, however large they are.
 */
async function overLimit(
  tx: Tx,
  deposits: readonly store.WatchedDeposit[],
  { worths, nowMs }: LimitContext,
): Promise<ReadonlySet<bigint>> {
  const limits = await findLimitsOf(tx, [...new Set(deposits.map(({ userId }) => userId))], nowMs);
  const limited = [...limits].flatMap(([userId, { dailyDeposit }]) => (dailyDeposit === null ? [] : [userId]));
  if (limited.length === 0) return new Set();
  const today = await store.sumCreditedToday(tx, limited);
  const used = new Map<bigint, Amount | undefined>(
    limited.map((userId) => [userId, today.has(userId) ? today.get(userId) : ZERO]),
  );
  const waiting = new Set<bigint>();
  for (const { id, userId, hasWaited } of deposits) {
    const limit = limits.get(userId)?.dailyDeposit ?? null;
    if (limit === null) continue;
    const spent = used.get(userId);
    const worth = worths.get(id);
    const fits = spent !== undefined && worth !== undefined && checkDailyLimit(limit, spent, worth).ok;
    if (fits || hasWaited) used.set(userId, spent === undefined || worth === undefined ? undefined : add(spent, worth));
    else waiting.add(id);
  }
  return waiting;
}

import { accountsOfReversal, chainAccount, postReversal } from '@app/domain/deposit';
import { type AccountName, reserveAccount, userAccount } from '@app/domain/ledger';
import { type Amount, formatDecimal, negate, subtract, ZERO } from '@app/money';
import { coinsReversed, toOutbox } from '@app/protocol/events';
import type { Tx } from '../../../platform/db/database.ts';
import { holdLease } from '../../../platform/db/lease.ts';
import { publish } from '../../../platform/db/outbox.ts';
import { recordPayments } from '../../ledger/index.ts';
import { creditOf, distinctAccounts, keyOf, MODE } from './accounts.ts';
import type { WatchDeps } from './chain-plan.ts';
import * as store from './watch.store.ts';

/**
 * Follows the chain back to the last block that is still part of it, and takes back what later blocks brought. Where no
 * stored block is, nothing is touched: deposits stop until an operator has looked. A lying node must not erase history.
 */
export async function rollBack(deps: WatchDeps, depthMax: number): Promise<void> {
  const { db, chain, plan, log } = deps;
  const stored = await store.readBlocksBelow(db, plan.chain, { limit: depthMax + 1 });
  for (const block of stored) {
    if ((await chain.hashAt(block.number)) !== block.hash) continue;
    await undoAbove(deps, block.number);
    return;
  }
  const reason = `the chain has none of the last ${stored.length} blocks that were stored`;
  log.error({ chain: plan.chain, depthMax }, 'deposit.halted');
  await deps.transact(async (tx) => {
    await holdLease(tx, deps.lease);
    await store.writeHalt(tx, plan.chain, reason);
    await store.insertIncident(tx, { id: deps.nextId(), chain: plan.chain, kind: 'too_deep', detail: reason });
  });
}

async function undoAbove(
  { db, transact, ledger, lease, nextId, plan, log, onStep }: WatchDeps,
  number: number,
): Promise<void> {
  await ledger.open(
    db,
    MODE,
    plan.assets.flatMap(({ currency }) => [chainAccount(plan.chain, currency), reserveAccount('capital', currency)]),
  );
  await transact(async (tx) => {
    await holdLease(tx, lease);
    const gone = await store.lockAbove(tx, plan.chain, number);
    const credited = gone.filter(({ state }) => state === 'credited');
    for (const { id, state } of gone) if (state !== 'credited') await store.writeState(tx, id, 'orphaned');
    const reversals = await takeBack(tx, ledger, credited);
    for (const { deposit, shortfall, uncovered } of reversals)
      await store.insertIncident(tx, {
        id: nextId(),
        chain: plan.chain,
        deposit,
        kind: 'reversed',
        detail: `${deposit.txHash} left the chain after its credit; short of ${formatDecimal(shortfall)}, uncovered ${formatDecimal(uncovered)} ${deposit.currency}`,
      });
    await store.deleteBlocksAbove(tx, plan.chain, number);
    await publish(
      tx,
      nextId,
      credited.map(({ id, userId, currency, amount }) => toOutbox(coinsReversed, { id, userId, currency, amount })),
    );
    await onStep?.('undoing');
    log.warn(
      { chain: plan.chain, back_to: number, orphaned: gone.length, reversed: credited.length },
      'deposit.reorganised',
    );
  });
  await onStep?.('undone');
}

/** Reverses credits one after the other from what is left, in one posting. */
async function takeBack(tx: Tx, ledger: WatchDeps['ledger'], deposits: readonly store.WatchedDeposit[]) {
  if (deposits.length === 0) return [];
  const credits = deposits.map((deposit) => creditOf(deposit, deposit.credits));
  const names = distinctAccounts(credits.flatMap(accountsOfReversal));
  const locked = await ledger.lock(tx, MODE, names);
  const left = new Map(locked.map((account) => [keyOf(account), account.available]));
  const availableOf = (account: AccountName): Amount => left.get(keyOf(account)) ?? ZERO;
  const reversals = deposits.map((deposit, index) => {
    const credit = credits[index] ?? creditOf(deposit, deposit.credits);
    const user = userAccount(credit.userId, 'wallet', credit.currency);
    const capital = reserveAccount('capital', credit.currency);
    const reversal = postReversal(credit, { user: availableOf(user), capital: availableOf(capital) });
    const own = subtract(credit.amount, reversal.shortfall);
    left.set(keyOf(user), subtract(availableOf(user), own));
    left.set(keyOf(capital), subtract(availableOf(capital), subtract(reversal.shortfall, reversal.uncovered)));
    return { deposit, ...reversal };
  });
  const transfers = reversals.flatMap(({ transfer }) => transfer ?? []);
  if (transfers.length > 0) await ledger.post(tx, transfers);
  await recordPayments(
    tx,
    reversals.flatMap(({ deposit, transfer, uncovered }) =>
      transfer === undefined
        ? []
        : [
            {
              kind: transfer.kind,
              ref: transfer.ref,
              currency: deposit.currency,
              amount: formatDecimal(negate(subtract(deposit.amount, uncovered))),
              reason: `${deposit.chain} ${deposit.txHash} left the chain`,
            },
          ],
    ),
  );
  for (const { deposit, shortfall, uncovered } of reversals)
    await store.writeReversed(tx, { id: deposit.id, shortfall, uncovered });
  return reversals;
}

import type { Amount } from '@app/money';
import { holdLease } from '../../../platform/db/lease.ts';
import type { ChainBlock, ChainTransfer } from '../../custody/index.ts';
import { amountOf, type ChainAsset, type WatchDeps } from './chain-plan.ts';
import * as store from './watch.store.ts';

/** A transfer of a coin that can be deposited. */
type Arrival = { readonly transfer: ChainTransfer; readonly asset: ChainAsset; readonly amount: Amount };

/** Stores a block and the deposits in it, in one transaction. */
export async function noteBlock(deps: WatchDeps, block: ChainBlock, kept: number): Promise<void> {
  const { plan, lease, nextId, transact, log, onStep } = deps;
  const arrivals = block.transfers.flatMap((transfer): Arrival[] => {
    const asset = plan.assets.find(({ contract }) => contract === transfer.contract);
    return asset === undefined ? [] : [{ transfer, asset, amount: amountOf(transfer.value, asset) }];
  });
  const suspects = await findSuspects(deps, block, arrivals);
  const deposits = arrivals.map(
    ({ transfer, asset, amount }): store.NewDeposit => ({
      id: nextId(),
      currency: asset.currency,
      txHash: transfer.txHash,
      ordinal: transfer.ordinal,
      address: plan.derive(deps.addresses.positionOf(transfer.to)), // Never as somebody may have changed it in the table.
      amount,
      state: suspects.has(transfer) ? 'suspect' : 'seen',
    }),
  );
  await onStep?.('read');
  await transact(async (tx) => {
    await holdLease(tx, lease);
    await store.insertBlock(tx, plan.chain, block, kept);
    if (deposits.length === 0) return;
    const written = await store.upsertDeposits(tx, { chain: plan.chain, block, deposits });
    await onStep?.('noting');
    if (written.length < deposits.length)
      log.warn(
        { block: block.number, transfers: deposits.length, written: written.length },
        'deposit.address_of_nobody',
      );
    for (const deposit of written.filter(({ state }) => state === 'suspect'))
      await store.insertIncident(tx, {
        id: nextId(),
        chain: plan.chain,
        deposit,
        kind: 'suspect',
        detail: `${deposit.txHash} reports ${deposit.currency} that the balance of ${deposit.address} does not show`,
      });
  });
  await onStep?.('noted');
}

/**
 * Finds transfers that a token reported and that moved nothing: those to an address whose balance did not grow by exactly
 * their sum, less what left it in the same block. What an address sends to itself brings nothing.
 */
async function findSuspects(
  { chain }: WatchDeps,
  block: ChainBlock,
  arrivals: readonly Arrival[],
): Promise<ReadonlySet<ChainTransfer>> {
  const tokens = arrivals.flatMap(({ transfer }) =>
    transfer.contract === undefined ? [] : [{ ...transfer, contract: transfer.contract, transfer }],
  );
  const groups = Map.groupBy(tokens, ({ contract, to }) => `${contract} ${to}`);
  const checked = await Promise.all(
    [...groups.values()].map(async (group) => {
      const [{ contract, to } = { contract: '', to: '' }] = group;
      const arrived = group.reduce((sum, { value }) => sum + value, 0n);
      const left = block.outflows
        .filter((it) => it.contract === contract && it.from === to)
        .reduce((sum, { value }) => sum + value, 0n);
      const grown = await chain.growthOf(contract, to, block.number);
      const isSound = grown === arrived - left && group.every(({ from }) => from !== to);
      return isSound ? [] : group.map(({ transfer }) => transfer);
    }),
  );
  return new Set(checked.flat());
}

import { depositSettings } from '@app/domain/deposit';
import { holdLease } from '../../../platform/db/lease.ts';
import type { WatchDeps } from './chain-plan.ts';
import { creditDue } from './credit-deposits.ts';
import { noteBlock } from './note-block.ts';
import { rollBack } from './roll-back.ts';
import * as store from './watch.store.ts';

/** Blocks of one round: a chain that was away for long is caught up with in parts, and each part is credited. */
const BLOCKS_AT_ONCE = 200;

/**
 * Brings what is stored up to the chain, once: notes new blocks, takes back those that are no longer part of it, and
 * credits what has enough confirmations. Only blocks that all nodes agree on count; a fault of a node ends the round.
 */
export async function followChain(deps: WatchDeps): Promise<void> {
  const { db, chain, plan, settings, transact, lease, addresses } = deps;
  if ((await store.readHalt(db, plan.chain)) !== undefined) return;
  const { value: confirmations } = await settings.read(depositSettings.confirmations);
  const { value: depthMax } = await settings.read(depositSettings.depthMax);
  await addresses.fill(deps);
  const target = await chain.head();
  const kept = Math.max(depthMax, confirmations) + 1;
  const query = {
    contracts: new Set(plan.assets.flatMap(({ contract }) => contract ?? [])),
    isWanted: (address: string) => addresses.has(address),
  };
  let last = await store.readLastBlock(db, plan.chain);
  // A node that fell behind says nothing about the blocks it lacks: only another block at the same height replaces one.
  if (last !== undefined && target < last.number)
    throw new Error(`the nodes of ${plan.chain} are at block ${target}, behind block ${last.number} that is stored`);
  if (last !== undefined && (await chain.hashAt(last.number)) !== last.hash) return await rollBack(deps, depthMax);
  // At first far enough back for every reorganisation that would be followed.
  const first = last === undefined ? Math.max(target - depthMax, 0) : last.number + 1;
  for (let number = first; number <= Math.min(target, first + BLOCKS_AT_ONCE - 1); number++) {
    const hash = await chain.hashAt(number);
    // After a reorganisation meanwhile the next round has it; a node that never has it is at least named.
    if (hash === undefined) throw new Error(`the nodes of ${plan.chain} have block ${target}, but not block ${number}`);
    const block = await chain.read(hash, query);
    if (block === undefined) return; // Reorganised while it was read; the next round sees how.
    if (last !== undefined && block.parent !== last.hash) return await rollBack(deps, depthMax);
    await noteBlock(deps, block, kept);
    last = block;
  }
  if (last === undefined) return;
  await creditDue(deps, { head: last.number, confirmations });
  const head = last.number;
  await transact(async (tx) => {
    await holdLease(tx, lease);
    await store.writeHead(tx, plan.chain, head);
  });
}

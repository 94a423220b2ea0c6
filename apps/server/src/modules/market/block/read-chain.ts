import type { Tick } from '@app/domain/market';
import type { Reader } from '../../../platform/db/database.ts';
import { readBlocks, readLastHeader, readSeen } from './block.store.ts';
import { type Chain, EMPTY_CHAIN, extend } from './block.ts';
import { findNewestHead } from './head.store.ts';

const BLOCKS_A_READ = 100;

/**
 * Reads the state from which the next block is sealed: the newest head and the blocks after it, whichever process
 * sealed them.
 */
export async function readChain(db: Reader): Promise<Chain> {
  const head = await findNewestHead(db);
  const last = await readLastHeader(db);
  let chain: Chain =
    head === undefined
      ? EMPTY_CHAIN
      : { ...EMPTY_CHAIN, ...head, headNumber: head.number, lastTicks: byMarket(head.lastTicks) };
  while (last !== undefined && chain.number < last.number) {
    const blocks = await readBlocks(db, { from: chain.number + 1, to: chain.number + BLOCKS_A_READ });
    if (blocks[0]?.number !== chain.number + 1) throw new Error(`the ticks of block ${chain.number + 1} are missing`);
    chain = blocks.reduce((before, block) => extend(before, block), chain);
  }
  return { ...chain, seen: await readSeen(db, chain.number) };
}

const byMarket = (ticks: readonly Tick[]) => new Map(ticks.map((tick) => [tick.market, tick]));

export { type Bytes, fromHex, isSame, join, toHex } from './bytes.ts';
export { BLOCK_CHECKS, type Block, type BlockFinding, checkBlocks, isMedian, type Range } from './check-blocks.ts';
export { checkTick, spanOf, TICK_CHECKS, type TickFinding, type TickProof } from './check-tick.ts';
export {
  type BlockText,
  type HeaderText,
  type KeptText,
  type ProofText,
  type RangeText,
  readKept,
  readProof,
  readRange,
} from './evidence.ts';
export { blockHash, type Header, headerBytes, keyIdOf, NO_BLOCK, type PriceKey } from './header.ts';
export { merklePath, merkleRoot } from './merkle.ts';
export { isOneForm, readTicks, type SealedTick, tickBytes } from './tick-bytes.ts';
export { type Ground, groundOf, type Head, type Kept, type Span, type Trust } from './trust.ts';

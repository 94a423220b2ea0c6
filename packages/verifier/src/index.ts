export { type Bytes, fromHex, isSame, join, toHex } from './bytes.ts';
export { BLOCK_CHECKS, type Block, type BlockFinding, checkBlocks, isMedian, type Range } from './check-blocks.ts';
export { checkReceipt, RECEIPT_CHECKS, type ReceiptFinding, type ReceiptFindings } from './check-receipt.ts';
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
export {
  type HouseFillText,
  type LadderText,
  type PublishedText,
  type Receipt,
  type ReceiptText,
  readReceipt,
} from './receipt.ts';
export { checkHouseFill, HOUSE_FILL_CHECKS, type HouseFill, type HouseFillFinding } from './rules/house-fill.ts';
export {
  type Ladder,
  type LadderInput,
  type LadderLevel,
  type LadderSettings,
  ladderQuotes,
} from './rules/house-ladder.ts';
export { isOneForm, readTicks, type SealedTick, tickBytes } from './tick-bytes.ts';
export { type Ground, groundOf, type Head, type Kept, type Span, type Trust } from './trust.ts';

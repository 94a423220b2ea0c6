export { type Bytes, fromHex, isSame, join, toHex } from './bytes.ts';
export { BLOCK_CHECKS, type Block, type BlockFinding, checkBlocks, isMedian, type Range } from './check-blocks.ts';
export {
  checkReceipt,
  isSealOverdue,
  RECEIPT_CHECKS,
  type ReceiptFinding,
  type ReceiptFindings,
} from './check-receipt.ts';
export { checkSeal, LATENCY_MS, SEAL_CHECKS, SEALED_WITHIN_MS, type SealFinding } from './check-seal.ts';
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
export {
  blockHash,
  type Header,
  headerBytes,
  keyIdOf,
  type NamedRoot,
  NO_BLOCK,
  type PriceKey,
  rootNamed,
} from './header.ts';
export { INVENTORY_ROOT, type Inventory, inventoryBytes, inventoryLeaves, readInventories } from './inventory.ts';
export { findLadderBreaks, lotsOf } from './ladder-chain.ts';
export { merklePath, merkleRoot } from './merkle.ts';
export {
  type FreshnessText,
  type HouseFillText,
  type HouseReceipt,
  type LadderText,
  type PublishedText,
  type Receipt,
  type ReceiptText,
  readReceipt,
} from './receipt.ts';
export { canonicalJson, type IssuedReceipt, RECEIPTS_ROOT, receiptBytes, receiptHash } from './receipt-bytes.ts';
export { checkHouseFill, HOUSE_FILL_CHECKS, type HouseFill, type HouseFillFinding } from './rules/house-fill.ts';
export {
  type Ladder,
  type LadderInput,
  type LadderLevel,
  type LadderSettings,
  ladderQuotes,
} from './rules/house-ladder.ts';
export type { Seal, SealText } from './seal.ts';
export { isOneForm, readTicks, type SealedTick, tickBytes } from './tick-bytes.ts';
export { type Ground, groundOf, type Head, type Kept, type Span, type Trust } from './trust.ts';
export { decimal } from './units.ts';

export { type Bytes, fromHex, isSame, join, toHex } from './bytes.ts';
export { BLOCK_CHECKS, type Block, type BlockFinding, checkBlocks, isMedian, type Range } from './check-blocks.ts';
export {
  ALL_CONTRACT_CHECKS,
  CONTRACT_CHECKS,
  CONTRACT_SEAL_CHECKS,
  type ContractFindings,
  type ContractReceiptFinding,
  type ContractSealFinding,
  checkContract,
  TRIGGER_BLOCKS_MAX,
} from './check-contract.ts';
export {
  CONVERSION_CHECKS,
  CONVERSION_SEAL_CHECKS,
  type ConversionFindings,
  type ConversionReceiptFinding,
  type ConversionSealFinding,
  checkConversion,
} from './check-conversion.ts';
export {
  checkReceipt,
  isOverdueAt,
  isSealOverdue,
  RECEIPT_CHECKS,
  type ReceiptFinding,
  type ReceiptFindings,
} from './check-receipt.ts';
export { checkSeal, LATENCY_MS, SEAL_CHECKS, SEALED_WITHIN_MS, type SealFinding } from './check-seal.ts';
export {
  ALL_SECONDS_CHECKS,
  checkSeconds,
  SECONDS_CHECKS,
  SECONDS_SEAL_CHECKS,
  type SecondsFindings,
  type SecondsReceiptFinding,
  type SecondsSealFinding,
} from './check-seconds.ts';
export { checkTick, spanOf, TICK_CHECKS, type TickFinding, type TickProof } from './check-tick.ts';
export { EARLIER_MAX } from './contract-chain.ts';
export {
  type ContractAnswer,
  type ContractOutcome,
  type ContractReceipt,
  isContract,
  type KnownMarket,
  readContract,
  readOutcome,
} from './contract-receipt.ts';
export {
  CONTRACT_KINDS,
  type ContractClassText,
  type ContractTermsText,
  type ContractText,
  type IssuedContract,
  type NamedTickText,
  type OpenText,
  type OvernightText,
  type SettlementText,
} from './contract-text.ts';
export {
  CONVERSION_KIND,
  type ConversionAnswer,
  type ConversionReceipt,
  type ConversionText,
  type IssuedConversion,
  isConversion,
  type LegText,
  readConversion,
  type TermsText,
} from './conversion-receipt.ts';
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
  type LadderClassText,
  type LadderText,
  type PublishedText,
  type Receipt,
  type ReceiptText,
  readReceipt,
  type SeededText,
} from './receipt.ts';
export { canonicalJson, type IssuedReceipt, RECEIPTS_ROOT, receiptBytes, receiptHash } from './receipt-bytes.ts';
export { type HeldPosition, quoteAround } from './rules/contract-figures.ts';
export { entriesOf, OPEN_RULE_CHECKS, type OpenFinding, type Opening } from './rules/contract-open.ts';
export { type Night, nightOf, OVERNIGHT_RULE_CHECKS, type OvernightFinding } from './rules/contract-overnight.ts';
export {
  type Division,
  divide,
  type Ending,
  exitOf,
  SETTLEMENT_RULE_CHECKS,
  type SettlementFinding,
} from './rules/contract-settlement.ts';
export {
  CONVERSION_RULE_CHECKS,
  type Conversion,
  type ConversionFinding,
  checkConversionRule,
  receivedOf,
} from './rules/conversion.ts';
export {
  checkHouseFill,
  HOUSE_FILL_CHECKS,
  type HouseFill,
  type HouseFillFinding,
  quotesOf,
} from './rules/house-fill.ts';
export {
  type Ladder,
  type LadderInput,
  type LadderLevel,
  type LadderSettings,
  ladderQuotes,
} from './rules/house-ladder.ts';
export {
  type Acceptance,
  type AcceptanceFinding,
  BET_RULE_CHECKS,
  BET_SETTLEMENT_CHECKS,
  type BetEnding,
  type BetEndingFinding,
  type BetRuleTick,
  type FirstTick,
  missingIn,
  type RuledBet,
  resultOf,
  returnedOf,
} from './rules/seconds-bet.ts';
export { type SeededInput, type SeededSettings, seededQuotes } from './rules/seeded-ladder.ts';
export type { Seal, SealText } from './seal.ts';
export {
  checkSecondsDay,
  type ListedSettlement,
  SECONDS_DAY_CHECKS,
  type SecondsDayFinding,
  type SecondsDayResult,
  type SecondsDayText,
} from './seconds-chain.ts';
export {
  isSeconds,
  readBetOutcome,
  readSeconds,
  type SecondsAnswer,
  type SecondsReceipt,
} from './seconds-receipt.ts';
export {
  type BetSettlementText,
  type BetTermsText,
  type BetText,
  type IssuedBet,
  SECONDS_KINDS,
  type SecondsTermsText,
  type SecondsText,
} from './seconds-text.ts';
export { isOneForm, readTicks, type SealedTick, tickBytes } from './tick-bytes.ts';
export { type Ground, groundOf, type Head, type Kept, type Span, type Trust } from './trust.ts';
export { decimal, units } from './units.ts';

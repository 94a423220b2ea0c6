export {
  BET_BLOCK,
  BET_TERMS,
  betIn,
  type PlacedBet,
  type SettledReceipt,
  STRICT_TERMS,
  sealBet,
  settleBetIn,
  showBet,
  type WantedBet,
  type WantedSettlement,
} from './bets.ts';
export { CONTRACT_LIES, OBVIOUS_CONTRACT_LIES } from './contract-lies.ts';
export {
  CONTRACT_CLASSES,
  CONTRACT_MARKETS,
  CONTRACT_TERMS,
  nightIn,
  openIn,
  sealContract,
  settleIn,
  showContract,
  type WantedEnding,
  type WantedNight,
  type WantedOpening,
} from './contracts.ts';
export {
  CONVERSION_LIES,
  type ConversionLie,
  type ForgedConversion,
  OBVIOUS_CONVERSION_LIES,
} from './conversion-lies.ts';
export { convertIn, MARKETS, sealConversion, showConversion, TERMS, type Wanted } from './conversions.ts';
export type { ForgedReceipt, ReceiptLie } from './forge.ts';
export type { ContractLie, ForgedContract } from './forge-contract.ts';
export { type BetLie, type ForgedBet, repriced } from './forge-seconds.ts';
export {
  type Draft,
  type History,
  makeHistory,
  newSigner,
  type Random,
  type Signer,
  START_MS,
  seal,
} from './history.ts';
export {
  blockTime,
  HEAD_BLOCK,
  type House,
  houseFill,
  idAt,
  levelsOf,
  makeHouse,
  nextFill,
  oldFill,
  reseal,
  SECOND_VERSION_FROM,
  SYMBOL,
  TICK_BLOCK,
  TRADED,
  type Trade,
  tickAt,
  withReceipts,
} from './house.ts';
export { OBVIOUS_LIES, RECEIPT_LIES } from './ladder-lies.ts';
export { BET_LIES, OBVIOUS_BET_LIES } from './seconds-lies.ts';
export { ladderReceipts, receiptsOf, showReceipt } from './show-receipt.ts';
export { headerText, keptText, proofText, rangeText } from './texts.ts';

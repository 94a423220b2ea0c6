export {
  type AccountKind,
  type AccountName,
  DEAL_KINDS,
  type DealKind,
  dealAccount,
  EXTERNAL_KINDS,
  externalAccount,
  HOUSE_KINDS,
  type HouseKind,
  houseAccount,
  MODES,
  type Mode,
  USER_KINDS,
  type UserKind,
  userAccount,
} from './account.ts';
export {
  type CapitalPayment,
  capitalSource,
  hold,
  move,
  postCapital,
  release,
  reserveAccount,
} from './postings.ts';
export { PRODUCTS_WITH_RESULTS, type ResultProduct } from './result-products.ts';
export { type Change, changesOf, type Entry, entry, netsToZero, type Transfer } from './transfer.ts';
export {
  FLOW_KINDS,
  FREEZING_KINDS,
  TRANSFER_KINDS,
  type TransferKind,
  transferRule,
} from './transfer-kinds.ts';

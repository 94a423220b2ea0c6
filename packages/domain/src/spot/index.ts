export { type CheckedOrder, checkOrder, type PlaceRefusal } from './check-order.ts';
export { averagePrice, estimateOrder, type OrderEstimate, restHold } from './estimate-order.ts';
export { type FeeLevel, type FeeRates, feesAt, levelFor } from './fee-levels.ts';
export { chargeFee, type FeeState, NO_FEES } from './fees.ts';
export { type LadderClass, type LadderClasses, ladderClassOf } from './ladder-classes.ts';
export { largestOrder, type OrderTerms } from './largest-order.ts';
export { levelsUpTo } from './levels-up-to.ts';
export { type DayTrade, lossOfDay } from './loss-of-day.ts';
export {
  FORCES,
  type Force,
  type IndexNow,
  ORDER_REASONS,
  ORDER_STATES,
  type OrderContext,
  type OrderReason,
  type OrderRequest,
  type OrderState,
  SIDES,
  type Side,
  type SpotMarket,
} from './order.ts';
export { AT_ONCE_MS, orderNotice } from './order-notice.ts';
export {
  demoHouse,
  exchangeAccount,
  type FillParty,
  feeAccount,
  type LadderFunding,
  ladderAccount,
  type PostedFill,
  postFill,
  postHold,
  postLadderFunding,
  postRelease,
  spotShard,
} from './postings.ts';
export { type AgainstIndex, compareWithIndex } from './price-warning.ts';
export { type FeeQuote, quoteFee } from './quote-fee.ts';
export * as spotSettings from './settings.ts';
export { SPOT_RULES, type SpotRules, spotRulesOf } from './spot-rules.ts';
export type { Depth, DepthLevel } from './take-levels.ts';
export { costOf, priceOf, quantityOf, unitOf } from './units.ts';

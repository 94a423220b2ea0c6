export { addMargin, removableMargin, removeMargin } from './change-margin.ts';
export { type ContractClass, type ContractClasses, contractClassOf } from './contract-classes.ts';
export { type ContractRules, type ContractSettings, contractRules, readContractSettings } from './contract-rules.ts';
export { daysMoved } from './days-moved.ts';
export {
  DEAL_CAUSES,
  DEAL_STATES,
  type DealCause,
  type DealState,
  SETTLEMENT_CAUSES,
  type SettlementCause,
} from './deal.ts';
export {
  checkExposure,
  checkUserNotional,
  type Exposure,
  type ExposureLimits,
  type StressCost,
  stressCost,
} from './exposure.ts';
export { bankruptcyPrice, isLiquidated, liquidationPrice } from './liquidation-price.ts';
export { type LiquidationRules, liquidationStep } from './liquidation-step.ts';
export { type MaintenanceTier, maintenanceMargin, type TierLine, tierAt } from './maintenance.ts';
export {
  fillPending,
  type OpenContext,
  type OpeningCost,
  type OpenRefusal,
  type OpenRequest,
  openingCost,
  openPosition,
  type PlacedLimit,
  placeLimit,
  positionAt,
} from './open-position.ts';
export {
  type CloseMargin,
  leverageMaxAt,
  leverageMaxWithInterest,
  type OpenInterestLimits,
  type OpeningMoment,
  openingRules,
} from './opening-rules.ts';
export { chargeOvernight, nextOvernightIndex, unpaidOvernight } from './overnight.ts';
export {
  type ContractMarket,
  type ContractNow,
  type ContractTerms,
  LOT_STEP,
  notionalAt,
  POSITION_SIDES,
  type Position,
  type PositionSide,
  resultAt,
  sizeOf,
} from './position.ts';
export { equityAt, maximumLoss, returnOnMargin, riskRate } from './position-figures.ts';
export {
  type ContractParty,
  contractAccount,
  contractShard,
  type EndOfPosition,
  feeIncome,
  platformResult,
  postDemoFunding,
  postMarginAdded,
  postMarginRemoved,
  postOpening,
  postOvernight,
  postPendingHold,
  postPendingRelease,
  postSettlement,
} from './postings.ts';
export {
  type ContractQuote,
  closingPrice,
  type LimitOrder,
  limitFillPrice,
  multiplierAt,
  openingPrice,
  placingPrice,
  quoteAround,
  quoteStepOf,
  type RestingOrder,
} from './quote.ts';
export { deliversAtMs, isSeriesOpen, listedSeries, type SeriesSchedule } from './series.ts';
export { type CountedTick, countTick, phaseAt, type SessionCount, type SessionPhase } from './session.ts';
export * as contractSettings from './settings.ts';
export {
  type Cover,
  type CoverFunds,
  closePosition,
  coverShortfall,
  deliverPosition,
  liquidatePart,
  liquidatePosition,
  type Settlement,
  type SplitPosition,
  splitPosition,
} from './settle-position.ts';
export { checkStops, firedStop, type Stops } from './stops.ts';
export {
  createStressSums,
  NO_STRESS_PASS,
  type StressItem,
  type StressReference,
  type StressSums,
} from './stress-sums.ts';
export { priceForResult } from './target-price.ts';
export {
  type Crossed,
  createTriggerIndex,
  NO_TRIGGER_SLOT,
  type TriggerIndex,
  type TriggerItem,
} from './trigger-index.ts';

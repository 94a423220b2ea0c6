export { type ChangeRefusal, checkChange, type WalletChange } from './check-change.ts';
export { type Day, type DayResult, dayResult } from './day-result.ts';
export {
  type DayPast,
  type DayPoint,
  dayBegin,
  EQUITY_BACK_MS,
  EQUITY_GRID_MS,
  EQUITY_STEP_MS,
  type EquityDay,
  type Move,
  walkDay,
} from './equity-day.ts';
export { type PostedChange, postChange } from './postings.ts';
export { RECORD_GROUPS, type RecordGroup, recordGroup } from './record-group.ts';
export { shownPlaces } from './shown-places.ts';
export { type CostBasis, type Unrealised, unrealisedOf } from './unrealised.ts';
export {
  type Holdings,
  holdingsOf,
  type RateOf,
  rateIn,
  valueAt,
  WORTH_CURRENCY,
  type Worth,
  worthOf,
} from './worth.ts';

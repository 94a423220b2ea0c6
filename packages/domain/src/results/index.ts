export { monthBefore, partsIn, weeksOf, yearOf } from './calendar.ts';
export {
  filtersOf,
  type PeriodResult,
  type ResultFilter,
  rateOfHolding,
  rateOfPeriods,
  resultOf,
  showInCell,
  showSigned,
  sumOf,
} from './period-result.ts';

export type { Lot } from './cost-lots.ts';
export {
  type Appraise,
  type CostBook,
  createCostBook,
  type Disposal,
  foldTransfer,
  type MovedTransfer,
  type Outcome,
} from './fold-transfer.ts';
export {
  type CoinDay,
  createDayTotals,
  type DayTotals,
  type Figures,
  mergeTallies,
  type PeriodEnds,
  summarise,
  type Tally,
  totalOf,
} from './summarise.ts';
export {
  DAY_MS,
  dayBounds,
  dayOf,
  daysOf,
  monthBounds,
  monthOf,
  monthsOf,
  nextMonth,
  type PeriodBounds,
  type PeriodName,
} from './utc-period.ts';

export { addDayResults, type ProductResult, sumOtherResults, sweepDayResults } from './day-results.ts';
export { limitsRoutes } from './limits.routes.ts';
export { findLimitsOf, limitsOf } from './read-limits.ts';

export { addDayResults, type ProductResult, sumDayResults, sweepDayResults } from './day-results.ts';
export { limitsRoutes } from './limits.routes.ts';
export { limitsTables } from './limits.store.ts';
export { checkOwnLimits, type LimitFacts, readLimitFacts } from './own-limits.ts';
export { findLimitsOf, limitsOf } from './read-limits.ts';

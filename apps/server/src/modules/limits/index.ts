export { limitsRoutes } from './limits.routes.ts';
export { findLimitsOf, limitsOf } from './read-limits.ts';

export { limitsRoutes } from './limits.routes.ts';
export { findLimited } from './limits.store.ts';
export { limitsOf } from './read-limits.ts';

export { limitsRoutes } from './limits.routes.ts';
export { limitsOf } from './read-limits.ts';

export { type ReviewDeps, reviewRoutes } from './review.routes.ts';

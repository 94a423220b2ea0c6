export { BET_STATUSES } from './fields.ts';
export * from './public-routes.ts';
export * from './routes.ts';

export { payoutDeskRoutes } from './desk/payout-desk.routes.ts';
export { explainPayouts } from './explain-frozen.ts';
export { payoutRoutes } from './payout.routes.ts';
export { payoutTables } from './personal-tables.ts';
export { createSettler, type SettleStep } from './settle/create-settler.ts';

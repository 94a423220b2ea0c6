export { createReconciler, type ReconcilePlan, type Reconciler } from './create-reconciler.ts';
export { reconciliationRoutes } from './reconciliation.routes.ts';
export { type Balance, findCoins, readBalances, takeUnexplained } from './reconciliation.store.ts';

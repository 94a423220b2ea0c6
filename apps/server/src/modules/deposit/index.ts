export { type DepositDeps, depositRoutes } from './deposit.routes.ts';
export { readAssets, statesOfTransaction } from './deposit.store.ts';
export { depositTables } from './personal-tables.ts';
export { amountOf, type ChainAsset, type ChainPlan, WATCH_STEPS, type WatchStep } from './watch/chain-plan.ts';
export { createWatch } from './watch/create-watch.ts';
export { resumeDeposits } from './watch/resume.ts';

export type { WalletDeps } from './change-wallet.ts';
export type { FactsReader } from './records/list-records.ts';
export { valueAtRates } from './records/show-balances.ts';
export { createTransferNotices } from './transfer-notices.ts';
export { walletRoutes } from './wallet.routes.ts';
export { walletTables } from './wallet.store.ts';

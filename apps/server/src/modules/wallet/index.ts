export type { WalletDeps } from './change-wallet.ts';
export { walletRoutes } from './wallet.routes.ts';

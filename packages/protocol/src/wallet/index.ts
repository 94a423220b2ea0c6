export * from './records.ts';
export * from './routes.ts';
export { changeWallet, walletHistory } from './transfers.ts';

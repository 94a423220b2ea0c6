export { type ChangeRefusal, checkChange, type WalletChange } from './check-change.ts';

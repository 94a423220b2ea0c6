export { type Event, event, told } from './event.ts';
export { walletChanged } from './wallet.ts';

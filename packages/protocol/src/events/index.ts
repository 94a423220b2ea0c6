export { contractSettled } from './contract.ts';
export { conversionCompleted } from './convert.ts';
export { type Event, event, toOutbox } from './event.ts';
export { noticeWritten } from './notify.ts';
export { fillsSettled } from './spot.ts';
export { walletChanged } from './wallet.ts';

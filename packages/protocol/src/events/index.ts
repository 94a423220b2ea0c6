export { staffActed } from './auth.ts';
export {
  type CoinsEvent,
  claimCredited,
  claimRefused,
  coinsCredited,
  coinsReturned,
  coinsReversed,
  coinsWithdrawn,
  payoutPaid,
  payoutRequested,
  payoutReturned,
} from './coins.ts';
export { contractSettled } from './contract.ts';
export { conversionCompleted } from './convert.ts';
export { type Event, event, toOutbox } from './event.ts';
export { caseDecided, caseSubmitted } from './kyc.ts';
export { noticeWritten } from './notify.ts';
export { betsSettled } from './seconds.ts';
export { fillsSettled } from './spot.ts';
export { walletChanged } from './wallet.ts';

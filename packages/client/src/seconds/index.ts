export { type BetStatus, isEnded, statusOf, timeLeftMs } from './bet-time.ts';

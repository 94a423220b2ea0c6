export {
  type AcceptContext,
  type AcceptRefusal,
  acceptBet,
  type BetRequest,
  type OpenBets,
  readSecondsSettings,
  type SecondsSettings,
} from './accept-bet.ts';
export {
  BET_SIDES,
  type Bet,
  type BetSide,
  type BetTick,
  type BetTiming,
  type Payout,
  type SecondsTerms,
} from './bet.ts';
export {
  advanceBet,
  BET_RESULTS,
  type BetResult,
  type BetState,
  cancelBet,
  endsWithoutTickMs,
  expireBet,
  gainOf,
  type KnownTicks,
  outcomeOf,
  type RefundedBet,
  type SettledBet,
  tickDueMs,
} from './bet-outcome.ts';
export { breakEvenRate, expectedCost, expectedCostRate } from './odds.ts';
export {
  type BetParty,
  postBetSettlement,
  postDemoFunding,
  postStakeHold,
  postStakeRefund,
  secondsAccount,
  secondsResult,
  secondsShard,
} from './postings.ts';
export * as secondsSettings from './settings.ts';
export type { SecondsCaps, StakeCaps } from './stake-caps.ts';

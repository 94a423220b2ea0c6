import { type Amount, divideRounded, multiply, ONE, type Rate } from '@app/money';

/** Returns the share of bets that must be right for a payout to lose nothing: 1 / (1 + rate), rounded up. */
export const breakEvenRate = (payoutRate: Rate): Rate => divideRounded(ONE * ONE, ONE + payoutRate, 'up') as Rate;

/** Returns what a bet costs on average if up and down are equally likely: (1 − rate) / 2 of the stake, rounded up. */
export const expectedCostRate = (payoutRate: Rate): Rate => divideRounded(ONE - payoutRate, 2n, 'up') as Rate;

/** Returns the average cost of a stake, rounded up. */
export const expectedCost = (stake: Amount, payoutRate: Rate): Amount =>
  multiply(stake, expectedCostRate(payoutRate), 'up');

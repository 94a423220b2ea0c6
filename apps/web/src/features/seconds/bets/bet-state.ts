import type { Bet, BetSide } from '@app/domain/seconds';
import type { Price } from '@app/money';
import type { WireBet } from './open-bets.ts';

export const sideOf = ({ type }: Pick<WireBet, 'type'>): BetSide => (type === 1 ? 'up' : 'down');

/** Returns the stake and rate in the form that the domain's gain takes. */
export const stakeOf = ({ number, rate }: Pick<WireBet, 'number' | 'rate'>): Pick<Bet, 'stake' | 'payoutRate'> => ({
  stake: number,
  payoutRate: rate,
});

/** How a running bet stands at a price: ahead would win if it ended now. */
export type Standing = 'ahead' | 'behind' | 'level';

export function standingAt(bet: Pick<WireBet, 'type' | 'entry_price'>, price: Price): Standing | undefined {
  if (bet.entry_price === null) return undefined;
  if (price === bet.entry_price) return 'level';
  return price > bet.entry_price === (sideOf(bet) === 'up') ? 'ahead' : 'behind';
}

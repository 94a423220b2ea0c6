import { statusOf } from '@app/client/seconds';
import { type Amount, subtract, ZERO } from '@app/money';
import type { Text } from '../../../data/app/texts.ts';
import { sideOf } from '../bets/bet-state.ts';
import type { WireBet } from '../bets/open-bets.ts';

/** How a bet ended. */
type Ending = 'profit' | 'loss' | 'flat' | 'void' | 'cancelled';

/** Returns how a bet ended; undefined while it is open. */
export function endingOf(bet: Pick<WireBet, 'status' | 'result'>): Ending | undefined {
  const status = statusOf(bet);
  if (status === 'settled') return bet.result ?? undefined;
  return status === 'void' || status === 'cancelled' ? status : undefined;
}

/** Returns what a bet brought beyond its stake; zero while it is open. */
export const netOf = ({ returned, number }: Pick<WireBet, 'returned' | 'number'>): Amount =>
  returned === null ? ZERO : subtract(returned, number);

export function endingTitle(bet: WireBet, text: Text): string {
  const ending = endingOf(bet);
  return text(ending === undefined ? 'seconds.result.open' : `seconds.result.${ending}`);
}

/** Returns the reason in one sentence: which price was above the other, or what was missing. */
export function endingReason(bet: WireBet, text: Text): string {
  const ending = endingOf(bet);
  const params = { n: bet.void_after_ms / 1_000 };
  if (ending === 'profit' || ending === 'loss') return text(`seconds.why.${sideOf(bet)}.${ending}`);
  if (ending === 'void')
    return text(bet.entry_price === null ? 'seconds.why.void.entry' : 'seconds.why.void.exit', params);
  return ending === undefined ? '' : text(`seconds.why.${ending}`);
}

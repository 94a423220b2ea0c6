import { type Hours, nextOpening, type PriceState } from '@app/domain/market';
import type { Amount } from '@app/money';

/** Whether bets are taken now; if not, what is done instead, or what it waits for. */
export type BettingState =
  | { readonly kind: 'open' | 'login' | 'demo' | 'retry' | 'top_up' | 'refill' | 'assets' }
  | { readonly kind: 'wait'; readonly for: 'connection' | 'figures' | 'prices' | 'halted' | 'paused' }
  | { readonly kind: 'closed'; readonly opensAt: number };

type Facts = {
  readonly isVisitor: boolean;
  readonly isOffline: boolean;
  /** Balances could not be loaded. */
  readonly hasLoadError: boolean;
  /** Balance and price are known. */
  readonly hasFigures: boolean;
  readonly available: Amount;
  readonly price: PriceState['kind'];
  /** The price is older than bets are taken on. */
  readonly isStale: boolean;
  /** Bets of this market are switched on. */
  readonly isRunning: boolean;
  readonly hours: Hours;
  readonly nowMs: number;
  /** Prices are simulated and the account is real. */
  readonly isSimulated: boolean;
  readonly isDemo: boolean;
  readonly stakeMin: Amount;
  /** The currency in the user's other accounts. */
  readonly elsewhere: Amount;
};

/** Returns the state in order of urgency. Open bets do not depend on it. */
export function bettingStateOf(facts: Facts): BettingState {
  const { price, hours, nowMs, available } = facts;
  if (facts.isVisitor) return { kind: 'login' };
  if (facts.isOffline) return { kind: 'wait', for: 'connection' };
  if (facts.hasLoadError) return { kind: 'retry' };
  if (facts.isSimulated) return { kind: 'demo' };
  if (price === 'closed') return { kind: 'closed', opensAt: nextOpening(hours, nowMs) };
  if (price === 'halted') return { kind: 'wait', for: 'halted' };
  if (!facts.isRunning) return { kind: 'wait', for: 'paused' };
  if (!facts.hasFigures) return { kind: 'wait', for: 'figures' };
  if (facts.isStale || price === 'paused') return { kind: 'wait', for: 'prices' };
  if (available >= facts.stakeMin) return { kind: 'open' };
  if (facts.elsewhere > 0n) return { kind: 'top_up' };
  return { kind: facts.isDemo ? 'refill' : 'assets' };
}

import { type Hours, nextOpening, type PriceState } from '@app/domain/market';
import type { Amount } from '@app/money';
import type { MarketRules } from '../terms/rules-query.ts';

/** Whether positions can be opened now; if not, what is done instead, or what it waits for. */
export type OpeningState =
  | { readonly kind: 'open' | 'login' | 'demo' | 'retry' | 'top_up' }
  | { readonly kind: 'wait'; readonly for: 'connection' | 'figures' | 'prices' | 'reopening' | 'halted' }
  | { readonly kind: 'closed'; readonly opensAt: number };

type Facts = {
  readonly isVisitor: boolean;
  readonly isOffline: boolean;
  /** Rules, balances or positions could not be loaded. */
  readonly hasLoadError: boolean;
  readonly hasContext: boolean;
  readonly price: PriceState['kind'];
  readonly phase: MarketRules['phase'];
  readonly hours: Hours;
  readonly nowMs: number;
  /** Prices are simulated and the account is real. */
  readonly isSimulated: boolean;
  readonly available: Amount;
  /** The margin currency in the user's other accounts. */
  readonly elsewhere: Amount;
};

/** Returns the state in order of urgency. Closing positions does not depend on it. */
export function openingStateOf(facts: Facts): OpeningState {
  const { price, phase, hours, nowMs } = facts;
  if (facts.isVisitor) return { kind: 'login' };
  if (facts.isOffline) return { kind: 'wait', for: 'connection' };
  if (facts.hasLoadError) return { kind: 'retry' };
  if (facts.isSimulated) return { kind: 'demo' };
  if (price === 'halted') return { kind: 'wait', for: 'halted' };
  if (phase === 'closed' || price === 'closed') return { kind: 'closed', opensAt: nextOpening(hours, nowMs) };
  if (!facts.hasContext) return { kind: 'wait', for: 'figures' };
  if (price === 'paused') return { kind: 'wait', for: 'prices' };
  if (phase === 'reopening') return { kind: 'wait', for: 'reopening' };
  return facts.available === 0n && facts.elsewhere > 0n ? { kind: 'top_up' } : { kind: 'open' };
}

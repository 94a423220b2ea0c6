import type { RefusalParams } from '@app/base';
import type { Mode } from '@app/domain/ledger';
import { FRESHNESS, type Market } from '@app/domain/market';
import {
  type AcceptRefusal,
  acceptBet,
  type BetSide,
  breakEvenRate,
  expectedCost,
  gainOf,
  type Payout,
} from '@app/domain/seconds';
import { type Amount, LARGEST_MAGNITUDE, type Rate, ZERO } from '@app/money';
import type { TermsInForce } from '../terms/terms-query.ts';
import { type BetForm, chosenPayout, readStake } from './bet-form.ts';

/** What is sent. */
export type BetRequest = {
  readonly symbol: string;
  readonly market: number;
  readonly side: BetSide;
  readonly seconds: number;
  readonly stake: Amount;
  readonly currency: string;
  readonly version: number;
};

/** What a bet wins, and what it costs; the same for both sides. */
type BetFigures = {
  readonly gain: Amount;
  readonly stake: Amount;
  /** Share of bets that must be right to lose nothing. */
  readonly breakEven: Rate;
  /** Average cost if up and down are equally likely. */
  readonly cost: Amount;
};

export type BetPreview =
  | { readonly state: 'incomplete' }
  | {
      readonly state: 'refused';
      readonly code: AcceptRefusal;
      readonly params: RefusalParams;
      readonly figures: BetFigures;
    }
  | { readonly state: 'ready'; readonly figures: BetFigures };

export type PreviewContext = {
  readonly inForce: TermsInForce;
  readonly mode: Mode;
  readonly market: Pick<Market, 'id' | 'hours'>;
  readonly available: Amount;
  readonly nowMs: number;
};

export const figuresOf = (stake: Amount, { rate }: Payout): BetFigures => ({
  gain: gainOf({ stake, payoutRate: rate }),
  stake,
  breakEven: breakEvenRate(rate),
  cost: expectedCost(stake, rate),
});

/**
 * Previews a bet by the engine's own rule. What other users have open is unknown here, and the price's age is told apart
 * from the form; the server decides both.
 */
export function previewOf(form: BetForm, { inForce, mode, market, available, nowMs }: PreviewContext): BetPreview {
  const stake = readStake(form.stake);
  const payout = chosenPayout(inForce.terms.payouts, form.seconds);
  if (stake === undefined || stake === ZERO || payout === undefined) return { state: 'incomplete' };
  const figures = figuresOf(stake, payout);
  const decision = acceptBet(
    { side: 'up', seconds: payout.seconds, stake, currency: form.currency },
    {
      market,
      mode,
      settings: {
        terms: { value: inForce.terms, version: inForce.version },
        caps: { real: inForce.caps, demo: inForce.caps },
      },
      freshness: FRESHNESS,
      isRunning: true,
      nowMs,
      lastTickMs: nowMs,
      open: { stakes: ZERO, gains: ZERO },
      funds: LARGEST_MAGNITUDE as Amount,
      available,
    },
  );
  if (decision.ok) return { state: 'ready', figures };
  return { state: 'refused', code: decision.code, params: decision.params ?? {}, figures };
}

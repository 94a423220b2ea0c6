import { type Decision, ok, refuse } from '@app/base';
import { type Amount, add, formatDecimal, isMultipleOf } from '@app/money';
import type { Mode } from '../ledger/index.ts';
import { type Freshness, isFreshFor, type Market, sessionOf } from '../market/index.ts';
import type { Setting } from '../reference/index.ts';
import type { Bet, BetSide, SecondsTerms } from './bet.ts';
import { gainOf } from './bet-outcome.ts';
import * as settings from './settings.ts';
import type { SecondsCaps, StakeCaps } from './stake-caps.ts';

/** What a user asks for. */
export type BetRequest = {
  readonly side: BetSide;
  readonly seconds: number;
  readonly stake: Amount;
  readonly currency: string;
  /** Version of the terms that the user saw; a bet is not accepted on others. */
  readonly version?: number | undefined;
};

/** Settings of seconds options in force at one moment. */
export type SecondsSettings = {
  readonly terms: { readonly value: SecondsTerms; readonly version: number };
  readonly caps: SecondsCaps;
};

/** Reads a setting's value in force, with its version; the server's `settings.read` is one. */
type ReadSetting = <Value>(setting: Setting<Value>) => Promise<{ readonly value: Value; readonly version: number }>;

export async function readSecondsSettings(read: ReadSetting): Promise<SecondsSettings> {
  return { terms: await read(settings.terms), caps: (await read(settings.caps)).value };
}

/** Open bets as the caps count them. */
export type OpenBets = {
  /** Stakes of all users that are open in the market on the request's side, in its currency. */
  readonly stakes: Amount;
  /** Gains of all open bets of the mode in the currency, as if every one were right. */
  readonly gains: Amount;
};

/** State at the moment of a request. */
export type AcceptContext = {
  readonly market: Pick<Market, 'id' | 'hours'>;
  readonly mode: Mode;
  readonly settings: SecondsSettings;
  readonly freshness: Freshness;
  /** Whether the kill switches of product and market are on; switches by country are checked before. */
  readonly isRunning: boolean;
  /** Database time; the bet's acceptance. */
  readonly nowMs: number;
  /** Time of the market's newest tick. */
  readonly lastTickMs: number | undefined;
  readonly open: OpenBets;
  /** What the platform can pay gains with. */
  readonly funds: Amount;
  /** The user's available balance on the seconds account. */
  readonly available: Amount;
};

export type AcceptRefusal =
  | 'feature_unavailable'
  | 'time_wrong'
  | 'quote_expired'
  | 'market_closed'
  | 'price_stale'
  | 'amount_step_wrong'
  | 'below_minimum'
  | 'above_maximum'
  | 'exposure_exhausted'
  | 'insufficient_balance';

/**
 * Accepts a bet. The order of the checks is the order of `AcceptRefusal` and part of the rule: the first refusal that
 * applies is returned. Personal limits are checked before.
 */
export function acceptBet(request: BetRequest, context: AcceptContext): Decision<Bet, AcceptRefusal> {
  const { market, mode, settings: inForce, isRunning, nowMs } = context;
  const { version, value: terms } = inForce.terms;
  const caps = inForce.caps[mode].find(({ currency }) => currency === request.currency);
  if (!isRunning || caps === undefined) return refuse('feature_unavailable');
  const payout = terms.payouts.find(({ seconds }) => seconds === request.seconds);
  if (payout === undefined) return refuse('time_wrong');
  if (request.version !== undefined && request.version !== version) return refuse('quote_expired');
  const { payouts: _, ...timing } = terms;
  const bet: Bet = {
    ...timing,
    market: market.id,
    side: request.side,
    seconds: request.seconds,
    stake: request.stake,
    currency: request.currency,
    version,
    payoutRate: payout.rate,
    acceptedMs: nowMs,
  };
  const refused = checkPrice(bet, context) ?? checkStake(bet.stake, caps) ?? checkExposure(bet, caps, context);
  if (refused !== undefined) return refused;
  return bet.stake <= context.available ? ok(bet) : refuse('insufficient_balance');
}

type Refused<Code extends AcceptRefusal> = Extract<Decision<never, Code>, { ok: false }>;

/** A bet ends within its session, however late its ticks are, because a closed market has no exit tick. */
function checkPrice(
  { acceptedMs, entryDelayMs, voidAfterMs, seconds }: Bet,
  { market, lastTickMs, freshness }: AcceptContext,
): Refused<'market_closed' | 'price_stale'> | undefined {
  const latestExitMs = acceptedMs + entryDelayMs + voidAfterMs + seconds * 1_000 + voidAfterMs;
  const session = sessionOf(market.hours, acceptedMs);
  if (session === undefined || session.closesMs < latestExitMs) return refuse('market_closed');
  const isFresh = lastTickMs !== undefined && isFreshFor('seconds', acceptedMs - lastTickMs, freshness);
  return isFresh ? undefined : refuse('price_stale');
}

function checkStake(
  stake: Amount,
  { step, stakeMin, stakeMax }: StakeCaps,
): Refused<'amount_step_wrong' | 'below_minimum' | 'above_maximum'> | undefined {
  if (!isMultipleOf(stake, step)) return refuse('amount_step_wrong', { step: formatDecimal(step) });
  if (stake < stakeMin) return refuse('below_minimum', { minimum: formatDecimal(stakeMin) });
  return stake > stakeMax ? refuse('above_maximum', { maximum: formatDecimal(stakeMax) }) : undefined;
}

/** Checks the cap of the market and side, and that the platform can pay every open bet if all of them are right. */
function checkExposure(
  bet: Bet,
  { openStakesMax }: StakeCaps,
  { open, funds }: AcceptContext,
): Refused<'exposure_exhausted'> | undefined {
  const isWithin = add(open.stakes, bet.stake) <= openStakesMax && add(open.gains, gainOf(bet)) <= funds;
  return isWithin ? undefined : refuse('exposure_exhausted');
}

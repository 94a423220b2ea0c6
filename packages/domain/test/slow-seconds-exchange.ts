import {
  isAtMost,
  isLess,
  minus,
  NOTHING,
  plus,
  type Rational,
  type SlowBet,
  type SlowOutcome,
  type SlowTick,
  slowGain,
  slowOutcome,
  stepsAbove,
  stepsBelow,
  total,
} from '@app/testkit/exact';

export type SlowSecondsTerms = Pick<SlowBet, 'entryDelayMs' | 'cancelLeadMs' | 'voidAfterMs'> & {
  readonly payouts: readonly { readonly seconds: number; readonly rate: Rational }[];
};

/** Everything an exchange is set up with. */
export type SlowSecondsRules = {
  readonly currency: string;
  readonly step: Rational;
  readonly least: Rational;
  readonly most: Rational;
  readonly openMost: Rational;
  readonly freshMs: number;
};

export type SlowRequest = {
  readonly isUp: boolean;
  readonly seconds: number;
  readonly stake: Rational;
  readonly currency: string;
  readonly version: number | undefined;
};

type Placed = { readonly user: number; readonly market: number; readonly bet: SlowBet; readonly isPaid: boolean };

/**
 * Markets of seconds options, as simple as they can be: the specification of every movement of money. It keeps all ticks
 * and judges every bet again after each event.
 */
export class SlowSecondsExchange {
  readonly bets: Placed[] = [];
  readonly #rules: SlowSecondsRules;
  readonly #balances: Map<string, Rational>;
  readonly #ticks = new Map<number, SlowTick[]>();
  readonly #knownToMs = new Map<number, number>();
  #terms: SlowSecondsTerms;
  #version: number;

  constructor(
    rules: SlowSecondsRules,
    terms: { value: SlowSecondsTerms; version: number },
    balances: Map<string, Rational>,
  ) {
    this.#rules = rules;
    this.#terms = terms.value;
    this.#version = terms.version;
    this.#balances = balances;
  }

  balance(name: string): Rational {
    return this.#balances.get(name) ?? NOTHING;
  }

  outcome(id: number): SlowOutcome {
    const placed = this.bets[id];
    if (placed === undefined) throw new Error('no such bet');
    return slowOutcome(placed.bet, this.ticksOf(placed.market), this.#knownToMs.get(placed.market) ?? 0);
  }

  ticksOf(market: number): readonly SlowTick[] {
    return this.#ticks.get(market) ?? [];
  }

  changeTerms(terms: SlowSecondsTerms): void {
    this.#terms = terms;
    this.#version += 1;
  }

  place(user: number, market: number, request: SlowRequest, at: { nowMs: number; isRunning: boolean }): string {
    const refusal = this.#refuse(user, market, request, at);
    if (refusal !== undefined) return refusal;
    const { payouts, ...timing } = this.#terms;
    const { isUp, seconds, stake } = request;
    const payout = payouts.find((it) => it.seconds === seconds)?.rate ?? NOTHING;
    const bet = { ...timing, isUp, seconds, stake, payout, acceptedMs: at.nowMs, cancelMs: undefined };
    this.bets.push({ user, market, bet, isPaid: false });
    this.#move(`user ${user}`, `user ${user} frozen`, stake);
    return 'ok';
  }

  #refuse(
    user: number,
    market: number,
    { isUp, seconds, stake, currency, version }: SlowRequest,
    { nowMs, isRunning }: { nowMs: number; isRunning: boolean },
  ): string | undefined {
    const { step, least, most, openMost, freshMs } = this.#rules;
    const payout = this.#terms.payouts.find((it) => it.seconds === seconds)?.rate;
    const ageMs = nowMs - (this.ticksOf(market).at(-1)?.atMs ?? Number.NEGATIVE_INFINITY);
    const open = this.bets.filter((_, id) => this.outcome(id).back === undefined);
    const onSide = open.filter((it) => it.market === market && it.bet.isUp === isUp).map(({ bet }) => bet.stake);
    const gains = open.map(({ bet }) => slowGain(bet.stake, bet.payout));
    if (!isRunning || currency !== this.#rules.currency) return 'feature_unavailable';
    if (payout === undefined) return 'time_wrong';
    if (version !== undefined && version !== this.#version) return 'quote_expired';
    if (ageMs > freshMs) return 'price_stale';
    if (stepsBelow(stake, step) !== stepsAbove(stake, step)) return 'amount_step_wrong';
    if (isLess(stake, least)) return 'below_minimum';
    if (isLess(most, stake)) return 'above_maximum';
    if (isLess(openMost, total([...onSide, stake]))) return 'exposure_exhausted';
    if (isLess(this.balance('platform'), total([...gains, slowGain(stake, payout)]))) return 'exposure_exhausted';
    return isLess(this.balance(`user ${user}`), stake) ? 'insufficient_balance' : undefined;
  }

  cancel(id: number, nowMs: number): string {
    const placed = this.bets[id];
    if (placed === undefined) return 'nothing';
    if (this.outcome(id).is !== 'waiting') return 'order_state_changed';
    this.bets[id] = { ...placed, bet: { ...placed.bet, cancelMs: placed.bet.cancelMs ?? nowMs } };
    return 'ok';
  }

  onTick(market: number, tick: SlowTick): void {
    this.#ticks.set(market, [...this.ticksOf(market), tick]);
    this.#pay();
  }

  onTime(market: number, knownToMs: number): void {
    this.#knownToMs.set(market, knownToMs);
    this.#pay();
  }

  /** Pays bets that have ended and were not paid yet. */
  #pay(): void {
    for (const [id, placed] of this.bets.entries()) {
      const { back } = this.outcome(id);
      if (placed.isPaid || back === undefined) continue;
      this.bets[id] = { ...placed, isPaid: true };
      const { user, bet } = placed;
      this.#move(`user ${user} frozen`, 'platform', bet.stake);
      this.#move('platform', `user ${user}`, back);
    }
  }

  #move(from: string, to: string, amount: Rational): void {
    if (!isAtMost(NOTHING, amount)) throw new Error('moved less than nothing');
    this.#balances.set(from, minus(this.balance(from), amount));
    this.#balances.set(to, plus(this.balance(to), amount));
  }
}

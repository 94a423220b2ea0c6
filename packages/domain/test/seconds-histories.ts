import { type Amount, ONE, type Price, type Rate } from '@app/money';
import { fromUnits, type Rational, type SlowTick } from '@app/testkit/exact';
import fc from 'fast-check';
import { BET_SIDES, type BetRequest, type SecondsTerms, tickDueMs } from '../src/seconds/index.ts';
import { CURRENCY, SecondsExchange, type SecondsSetup } from './seconds-exchange.ts';
import { SlowSecondsExchange, type SlowSecondsTerms } from './slow-seconds-exchange.ts';

export const USERS = 3;
export const ALONE: TwinOptions<SecondsExchange> = {
  createFast: (setup) => new SecondsExchange(setup),
  hasOneFeed: false,
};
export const MARKETS = 2;
const FRESH_MS = 2_000;
const FIRST_MS = Date.UTC(2026, 10, 18);

/** What may be wrong with a request; several at once, because the order of the checks is part of the rule. */
const FLAWS = [
  'stopped',
  'other_currency',
  'other_length',
  'old_version',
  'off_step',
  'too_little',
  'too_much',
] as const;
type Flaw = (typeof FLAWS)[number];

/** How far a market's time goes: by some time, or to when a bet's next tick is due, or late by as much as voids it. */
type Wait =
  | { readonly until: 'later'; readonly ms: number }
  | { readonly until: 'due' | 'void' | 'cancelled'; readonly pick: number; readonly offsetMs: number };

export type Step =
  | {
      readonly kind: 'bet';
      readonly user: number;
      readonly side: BetRequest['side'];
      readonly length: number;
      readonly stake: bigint;
      readonly flaws: readonly Flaw[];
    }
  | { readonly kind: 'cancel'; readonly pick: number }
  | { readonly kind: 'tick'; readonly wait: Wait; readonly move: bigint }
  /** No tick, but everybody knows that there was none. */
  | { readonly kind: 'silence'; readonly wait: Wait }
  /** Users' clocks go on, while ticks of that time are still on their way. */
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'terms'; readonly terms: SecondsTerms };

const picks = fc.nat(99);
const usualMs = fc.constantFrom(0, 1, 100, 200, 400, 999, 1_000, 1_001, 2_000, 2_001, 5_000);
const waits = fc.oneof<fc.WeightedArbitrary<Wait>[]>(
  { weight: 4, arbitrary: fc.record({ until: fc.constant('later'), ms: usualMs }) },
  { weight: 1, arbitrary: fc.record({ until: fc.constant('later'), ms: fc.nat(70_000) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      until: fc.constantFrom('due', 'due', 'void', 'cancelled'),
      pick: picks,
      offsetMs: fc.constantFrom(-1, 0, 0, 1, 150),
    }),
  },
);
const flaws = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Flaw[]>([]) },
  { weight: 1, arbitrary: fc.subarray([...FLAWS], { minLength: 1, maxLength: 3 }) },
);
const rates = fc.bigInt({ min: 1n, max: ONE - 1n }).map((rate) => rate as Rate);
const terms: fc.Arbitrary<SecondsTerms> = fc.record({
  payouts: fc.uniqueArray(fc.record({ seconds: fc.integer({ min: 5, max: 60 }), rate: rates }), {
    minLength: 1,
    maxLength: 3,
    selector: ({ seconds }) => seconds,
  }),
  entryDelayMs: fc.constantFrom(1_000, 1_000, 1_500, 3_000),
  cancelLeadMs: fc.constantFrom(1, 500, 1_000, 2_000),
  voidAfterMs: fc.constantFrom(10_000, 10_000, 3_000, 1_000),
});
const bets = fc.record({
  kind: fc.constant('bet'),
  user: fc.nat(USERS - 1),
  side: fc.constantFrom(...BET_SIDES),
  length: fc.nat(2),
  stake: fc.bigInt({ min: 0n, max: 100n }),
  flaws,
});
const ticks = fc.record({ kind: fc.constant('tick'), wait: waits, move: fc.bigInt({ min: -1n, max: 1n }) });
const steps = fc.oneof<fc.WeightedArbitrary<Step>[]>(
  { weight: 6, arbitrary: bets },
  { weight: 12, arbitrary: ticks },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel'), pick: picks }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('silence'), wait: waits }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delay'), ms: usualMs }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('terms'), terms }) },
);

const amounts = (min: bigint, max: bigint) => fc.bigInt({ min, max }).map((value) => value as Amount);
/** A stake is from 5 to 105 units of its step, so that caps, funds and balances are reached now and then. */
const STEP = 10_000_000_000n as Amount;
const LEAST = 5n;
const stakes = (min: bigint, max: bigint) => amounts(min, max).map((units) => (units * STEP) as Amount);
const setups: fc.Arbitrary<SecondsSetup> = fc.record({
  settings: fc.record({ terms, openStakesMax: stakes(105n, 500n) }).map(({ terms: value, openStakesMax }) => {
    const caps = { currency: CURRENCY, step: STEP, stakeMin: LEAST * STEP, stakeMax: 105n * STEP, openStakesMax };
    return {
      terms: { value, version: 7 },
      caps: { real: [caps as typeof caps & { stakeMin: Amount; stakeMax: Amount }], demo: [] },
    };
  }),
  users: fc.array(fc.oneof(stakes(0n, 200n), stakes(500n, 5_000n)), { minLength: USERS, maxLength: USERS }),
  funds: fc.oneof({ weight: 1, arbitrary: stakes(0n, 300n) }, { weight: 2, arbitrary: stakes(1_000n, 9_000n) }),
});

export const histories = fc.record({
  setup: setups,
  first: bets,
  steps: fc.array(fc.record({ market: fc.nat(MARKETS - 1), step: steps }), {
    minLength: 6,
    maxLength: 24,
    size: 'max',
  }),
});

const slowTermsOf = ({ payouts, ...timing }: SecondsTerms): SlowSecondsTerms => ({
  ...timing,
  payouts: payouts.map(({ seconds, rate }) => ({ seconds, rate: fromUnits(rate) })),
});

/** What histories drive: the rules alone, or a product made of them. */
export type FastSeconds = Pick<SecondsExchange, 'bets' | 'place' | 'cancel' | 'changeTerms' | 'onTick' | 'onTime'>;

export type TwinOptions<Fast extends FastSeconds> = {
  readonly createFast: (setup: SecondsSetup) => Fast;
  /** Whether one feed makes the ticks of all markets: whoever knows a time of one knows it of all. */
  readonly hasOneFeed: boolean;
};

/** The same markets on the exchange and on the reference. */
export class SecondsTwins<Fast extends FastSeconds = SecondsExchange> {
  readonly fast: Fast;
  readonly slow: SlowSecondsExchange;
  /** The clock of users; ticks of a market are at `#feedMs` or later. */
  #nowMs = FIRST_MS;
  readonly #feedMs: number[] = Array.from({ length: MARKETS }, () => FIRST_MS);
  readonly #prices: bigint[] = Array.from({ length: MARKETS }, () => 1_000n);
  readonly #seqs: number[] = Array.from({ length: MARKETS }, () => 0);
  #terms: { readonly value: SecondsTerms; readonly version: number };
  readonly #hasOneFeed: boolean;

  constructor(setup: SecondsSetup, { createFast, hasOneFeed }: TwinOptions<Fast>) {
    const { settings, users, funds } = setup;
    const [caps] = settings.caps.real;
    if (caps === undefined) throw new Error('no caps');
    this.#terms = settings.terms;
    this.#hasOneFeed = hasOneFeed;
    this.fast = createFast(setup);
    const rules = {
      currency: caps.currency,
      step: fromUnits(caps.step),
      least: fromUnits(caps.stakeMin),
      most: fromUnits(caps.stakeMax),
      openMost: fromUnits(caps.openStakesMax),
      freshMs: FRESH_MS,
    };
    const balances = new Map<string, Rational>([
      ...users.map((available, user) => [`user ${user}`, fromUnits(available)] as const),
      ['platform', fromUnits(funds)],
    ]);
    const slowTerms = { value: slowTermsOf(settings.terms.value), version: settings.terms.version };
    this.slow = new SlowSecondsExchange(rules, slowTerms, balances);
    for (let market = 0; market < MARKETS; market += 1) this.#tick(market, 0n);
  }

  /** Takes the same step on both, and returns both answers. */
  take(market: number, step: Step): { readonly fast: string; readonly slow: string } {
    switch (step.kind) {
      case 'bet':
        return this.#bet(market, step);
      case 'cancel': {
        const id = this.#pick(step.pick);
        return { fast: this.fast.cancel(id, this.#nowMs), slow: this.slow.cancel(id, this.#nowMs) };
      }
      case 'terms':
        this.#terms = { value: step.terms, version: this.#terms.version + 1 };
        this.fast.changeTerms(step.terms);
        this.slow.changeTerms(slowTermsOf(step.terms));
        break;
      case 'delay':
        this.#nowMs += step.ms;
        break;
      case 'tick':
        this.#pass(market, step.wait);
        this.#tick(market, step.move);
        break;
      default:
        this.#pass(market, step.wait);
        this.fast.onTime(market, this.#feedOf(market));
        for (const each of this.#fedWith(market)) this.slow.onTime(each, this.#feedOf(each));
    }
    return { fast: 'done', slow: 'done' };
  }

  #bet(market: number, { user, side, length, stake, flaws: wrong }: Extract<Step, { kind: 'bet' }>) {
    const has = (flaw: Flaw) => wrong.includes(flaw);
    const { payouts } = this.#terms.value;
    const units = has('too_little') ? LEAST - 1n : has('too_much') ? 106n : LEAST + stake;
    const all = (units * STEP + (has('off_step') ? 1n : 0n)) as Amount;
    const request = {
      seconds: has('other_length') ? 4 : (payouts[length % payouts.length]?.seconds ?? 0),
      currency: has('other_currency') ? 'BTC' : CURRENCY,
      version: has('old_version') ? this.#terms.version - 1 : this.#terms.version,
    };
    const at = { nowMs: this.#nowMs, isRunning: !has('stopped') };
    return {
      fast: this.fast.place(user, market, { ...request, side, stake: all }, at),
      slow: this.slow.place(user, market, { ...request, isUp: side === 'up', stake: fromUnits(all) }, at),
    };
  }

  #pick = (pick: number) => (this.fast.bets.length === 0 ? 0 : pick % this.fast.bets.length);
  #feedOf = (market: number) => this.#feedMs[market] ?? 0;

  #fedWith = (market: number) => (this.#hasOneFeed ? [...this.#feedMs.keys()] : [market]);

  #pass(market: number, wait: Wait): void {
    const feedMs = Math.max(this.#feedOf(market), this.#endOf(market, wait));
    for (const each of this.#fedWith(market)) this.#feedMs[each] = feedMs;
    this.#nowMs = Math.max(this.#nowMs, feedMs);
  }

  #endOf(market: number, wait: Wait): number {
    if (wait.until === 'later') return this.#feedOf(market) + wait.ms;
    const placed = this.fast.bets[this.#pick(wait.pick)];
    const dueMs = placed === undefined ? undefined : tickDueMs(placed.bet, placed.state);
    if (placed === undefined || dueMs === undefined) return this.#feedOf(market) + wait.offsetMs;
    const { voidAfterMs, cancelLeadMs, cancelMs } = placed.bet;
    if (wait.until === 'cancelled' && cancelMs !== undefined) return cancelMs + cancelLeadMs + wait.offsetMs;
    return dueMs + wait.offsetMs + (wait.until === 'void' ? voidAfterMs : 0);
  }

  #tick(market: number, move: bigint): void {
    const price = ((this.#prices[market] ?? 0n) + move) as Price;
    const seq = (this.#seqs[market] ?? 0) + 1;
    this.#prices[market] = price;
    this.#seqs[market] = seq;
    const atMs = this.#feedOf(market);
    const slowTick: SlowTick = { atMs, price: fromUnits(price) };
    this.fast.onTick({ market, seq, atMs, price });
    this.slow.onTick(market, slowTick);
    for (const each of this.#fedWith(market)) if (each !== market) this.slow.onTime(each, atMs);
  }
}

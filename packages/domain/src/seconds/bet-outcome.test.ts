import { type Amount, type Price, parseDecimal, type Rate } from '@app/money';
import { fromUnits, slowOutcome, toUnits } from '@app/testkit/exact';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { advanceBet, type Bet, type BetState, type BetTick, cancelBet, outcomeOf, secondsSettings } from './index.ts';

const RUNS = inject('isLong') ? 50_000 : 2_000;
const AT = Date.UTC(2026, 10, 18);
const { payouts: _, ...TIMING } = secondsSettings.terms.initial;
const BET: Bet = {
  ...TIMING,
  market: 1,
  side: 'up',
  seconds: 30,
  stake: parseDecimal<Amount>('100'),
  currency: 'USDT',
  version: 3,
  payoutRate: parseDecimal<Rate>('0.85'),
  acceptedMs: AT,
};

/** Builds ticks from times after acceptance and prices. */
const ticksOf = (...all: readonly (readonly [number, number])[]): BetTick[] =>
  all.map(([ms, price], index) => ({ market: 1, seq: index + 1, atMs: AT + ms, price: BigInt(price) as Price }));
const outcome = (bet: Bet, completeMs: number, ...all: readonly (readonly [number, number])[]) =>
  outcomeOf(bet, { ticks: ticksOf(...all), completeToMs: AT + completeMs });

describe('a bet', () => {
  it('given 100 at 85 %, when it is right, then 185 come back; wrong, nothing; equal, the stake', () => {
    const ending = (side: Bet['side'], exit: number) => outcome({ ...BET, side }, 0, [1_100, 500], [31_100, exit]);
    const returned = (text: string) => parseDecimal<Amount>(text);
    expect(ending('up', 501)).toMatchObject({ result: 'profit', returned: returned('185') });
    expect(ending('down', 499)).toMatchObject({ result: 'profit', returned: returned('185') });
    expect(ending('up', 499)).toMatchObject({ result: 'loss', returned: 0n });
    expect(ending('down', 501)).toMatchObject({ result: 'loss', returned: 0n });
    for (const side of ['up', 'down'] as const)
      expect(ending(side, 500)).toMatchObject({ result: 'flat', returned: returned('100') });
  });

  it('enters at the first tick a second after acceptance, not at one a millisecond earlier', () => {
    expect(outcome(BET, 0, [200, 1], [999, 2])).toEqual({ kind: 'waiting' });
    expect(outcome(BET, 0, [999, 2], [1_000, 3], [1_001, 4])).toMatchObject({ kind: 'running', entry: { seq: 2 } });
  });

  it('exits by the time of its entry tick, not by that of its acceptance, and not at a later tick', () => {
    const late = [1_900, 500] as const;
    expect(outcome(BET, 0, late, [31_000, 600], [31_899, 600])).toMatchObject({ kind: 'running' });
    expect(outcome(BET, 0, late, [31_899, 600], [31_900, 400], [32_000, 600])).toMatchObject({
      kind: 'settled',
      result: 'loss',
      exit: { seq: 3 },
    });
  });

  it('given several ticks at one time, then the first of them decides', () => {
    const ticks = [
      [1_000, 5],
      [1_000, 9],
      [31_000, 6],
      [31_000, 4],
    ] as const;
    expect(outcome(BET, 0, ...ticks)).toMatchObject({ result: 'profit', entry: { seq: 1 }, exit: { seq: 3 } });
  });

  it('is void if its entry or exit tick is ten seconds late, and not a millisecond earlier', () => {
    expect(outcome(BET, 10_999)).toEqual({ kind: 'waiting' });
    expect(outcome(BET, 11_000)).toEqual({ kind: 'void', missing: 'entry', entry: undefined });
    expect(outcome(BET, 0, [10_999, 5])).toMatchObject({ kind: 'running' });
    expect(outcome(BET, 0, [11_000, 5])).toMatchObject({ kind: 'void', missing: 'entry' });
    expect(outcome(BET, 0, [1_000, 5], [40_999, 5])).toMatchObject({ kind: 'settled' });
    expect(outcome(BET, 0, [1_000, 5], [41_000, 5])).toMatchObject({
      kind: 'void',
      missing: 'exit',
      entry: { seq: 1 },
    });
    expect(outcome(BET, 40_999, [1_000, 5])).toMatchObject({ kind: 'running' });
  });

  it('given a tick of another market, then it is a defect', () => {
    const [tick] = ticksOf([1_000, 5]);
    expect(() => advanceBet({ ...BET, market: 2 }, { kind: 'waiting' }, tick!)).toThrow('ticks of its market');
  });
});

describe('a cancel', () => {
  const cancelledAt = (ms: number): Bet => ({ ...BET, cancelMs: AT + ms });

  it('counts if the entry tick comes a second after it, and not if it comes a millisecond earlier', () => {
    expect(outcome(cancelledAt(200), 0, [1_200, 5])).toEqual({ kind: 'cancelled' });
    expect(outcome(cancelledAt(200), 0, [1_199, 5])).toMatchObject({ kind: 'running' });
    expect(outcome(cancelledAt(200), 1_199)).toEqual({ kind: 'waiting' });
    expect(outcome(cancelledAt(200), 1_200)).toEqual({ kind: 'cancelled' });
  });

  it('given no ticks, then a bet can be cancelled until it is void anyway', () => {
    expect(outcome(cancelledAt(9_999), 11_000)).toEqual({ kind: 'cancelled' });
    expect(outcome(cancelledAt(10_000), 11_000)).toMatchObject({ kind: 'void' });
  });

  it('is refused after the entry tick, and a second one does not replace the first', () => {
    const waiting: BetState = { kind: 'waiting' };
    const first = cancelBet(BET, waiting, AT + 100);
    expect(first).toEqual({ ok: true, value: cancelledAt(100) });
    expect(cancelBet(cancelledAt(100), waiting, AT + 900)).toEqual({ ok: true, value: cancelledAt(100) });
    for (const state of [outcome(BET, 0, [1_000, 5]), outcome(BET, 0, [1_000, 5], [31_000, 5]), outcome(BET, 11_000)])
      expect(cancelBet(BET, state, AT + 50_000)).toMatchObject({ code: 'order_state_changed' });
  });

  it('at every millisecond around the entry tick: refunded or running, and decided by the ticks alone', () => {
    for (let ms = 0; ms <= 2_000; ms += 1) {
      const bet = cancelledAt(ms);
      const expected = ms <= 150 ? 'cancelled' : 'running';
      expect(outcome(bet, 0, [1_150, 5]).kind).toBe(expected);
    }
  });
});

/** Times near those that decide something. */
const gaps = fc.constantFrom(0, 1, 150, 849, 850, 999, 1_000, 1_001, 4_000, 9_999, 10_000, 10_001, 29_000, 30_000);
const cases = fc.record({
  gaps: fc.array(fc.record({ ms: gaps, price: fc.integer({ min: 1, max: 3 }) }), { maxLength: 14 }),
  side: fc.constantFrom('up', 'down'),
  stake: fc.bigInt({ min: 1n, max: 10n ** 24n }).map((value) => value as Amount),
  payoutRate: fc.bigInt({ min: 1n, max: 10n ** 18n - 1n }).map((value) => value as Rate),
  seconds: fc.constantFrom(5, 10, 30),
  cancelMs: fc.option(fc.constantFrom(0, 1, 149, 150, 151, 1_000, 9_999, 10_000), { nil: undefined }),
  silenceMs: fc.oneof(fc.constant(0), gaps),
});

type Gap = { readonly ms: number; readonly price: number };

function ticksAfter(all: readonly Gap[]): BetTick[] {
  const timeOf = (index: number) => all.slice(0, index + 1).reduce((sum, { ms }) => sum + ms, 0);
  return ticksOf(...all.map(({ price }, index) => [timeOf(index), price] as const));
}

describe('the outcome', () => {
  it('equals what a search among all ticks finds, to the last digit', () => {
    fc.assert(
      fc.property(cases, ({ gaps: all, cancelMs, silenceMs, ...rest }) => {
        const ticks = ticksAfter(all);
        const bet: Bet = { ...BET, ...rest, cancelMs: cancelMs === undefined ? undefined : AT + cancelMs };
        const completeToMs = (ticks.at(-1)?.atMs ?? AT) + silenceMs;
        const own = outcomeOf(bet, { ticks, completeToMs });
        const slow = slowOutcome(
          {
            ...bet,
            isUp: bet.side === 'up',
            stake: fromUnits(bet.stake),
            payout: fromUnits(bet.payoutRate),
            cancelMs: bet.cancelMs,
          },
          ticks.map(({ atMs, price }) => ({ atMs, price: fromUnits(price) })),
          completeToMs,
        );
        expect(own.kind === 'settled' ? own.result : own.kind).toBe(slow.is);
        if (own.kind !== 'settled') return;
        expect([own.entry.seq - 1, own.exit.seq - 1, own.returned]).toEqual([
          slow.entry,
          slow.exit,
          toUnits(slow.back!),
        ]);
      }),
      { numRuns: RUNS },
    );
  });

  it('does not depend on how often it was computed in between: later ticks change nothing that has ended', () => {
    fc.assert(
      fc.property(cases, ({ gaps: all, cancelMs, silenceMs: _ms, ...rest }) => {
        const ticks = ticksAfter(all);
        const bet: Bet = { ...BET, ...rest, cancelMs: cancelMs === undefined ? undefined : AT + cancelMs };
        const states = ticks.map((tick, index) =>
          outcomeOf(bet, { ticks: ticks.slice(0, index + 1), completeToMs: tick.atMs }),
        );
        const firstEnd = states.find(({ kind }) => kind !== 'waiting' && kind !== 'running');
        if (firstEnd !== undefined) expect(states.at(-1)).toEqual(firstEnd);
      }),
      { numRuns: RUNS / 2 },
    );
  });
});

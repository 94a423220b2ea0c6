import { changeLimit, type Limit, limitAt, NO_LIMIT, type StoredLimit } from '@app/domain/limits';
import { type Amount, parseDecimal } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasToWait, LOOSEN_AFTER_MS, outcomeOf, storedLimit } from './stored-limit.ts';

const NOW = 1_800_000_000_000;
const DAY = 86_400_000;
const money = (text: string): Limit => ({ amount: parseDecimal<Amount>(text), untilMs: null });
const until = (ms: number): Limit => ({ amount: null, untilMs: NOW + ms });
const held = (current: Limit, next: StoredLimit['next'] = null): StoredLimit => ({ current, next });

describe('the outcome of saving a limit', () => {
  it.each([
    ['a first limit', held(NO_LIMIT), money('200'), { kind: 'now' }],
    ['less', held(money('200')), money('100'), { kind: 'now' }],
    ['nothing a day', held(money('200')), money('0'), { kind: 'now' }],
    ['more', held(money('200')), money('500'), { kind: 'waits', fromMs: NOW + DAY }],
    ['none', held(money('200')), NO_LIMIT, { kind: 'waits', fromMs: NOW + DAY }],
    ['the same', held(money('200')), money('200'), { kind: 'same' }],
    ['a first break', held(NO_LIMIT), until(DAY), { kind: 'now' }],
    ['a longer break', held(until(DAY)), until(7 * DAY), { kind: 'now' }],
    ['a shorter break', held(until(30 * DAY)), until(2 * DAY), { kind: 'waits', fromMs: NOW + DAY }],
    ['the end of a long break', held(until(30 * DAY)), NO_LIMIT, { kind: 'waits', fromMs: NOW + DAY }],
    ['the end of a break of hours', held(until(DAY / 2)), NO_LIMIT, { kind: 'no_gain' }],
    ['no break after it was over', held(until(-1)), NO_LIMIT, { kind: 'same' }],
  ] as const)('given %s, then it predicts the outcome', (_name, stored, requested, outcome) => {
    expect(outcomeOf(stored, requested, NOW)).toEqual(outcome);
  });

  it('given a looser value is pending, then the current one cancels it, and the same one keeps its time', () => {
    const stored = held(money('200'), { limit: money('500'), fromMs: NOW + 5 });
    expect(outcomeOf(stored, money('200'), NOW)).toEqual({ kind: 'takes_back' });
    expect(outcomeOf(stored, money('500'), NOW)).toEqual({ kind: 'waits', fromMs: NOW + 5 });
    expect(outcomeOf(stored, money('900'), NOW)).toEqual({ kind: 'waits', fromMs: NOW + DAY });
  });

  it('law: the prediction matches what the change then does', () => {
    const amounts = fc.option(fc.bigInt({ min: 0n, max: 5n }).map((value) => value as Amount)); // Any amount works.
    fc.assert(
      fc.property(amounts, amounts, (current, wanted) => {
        const stored = held({ amount: current, untilMs: null });
        const requested = { amount: wanted, untilMs: null };
        const outcome = outcomeOf(stored, requested, NOW);
        const after = changeLimit(stored, requested, { nowMs: NOW, waitMs: LOOSEN_AFTER_MS });
        const holdsNow = limitAt(after, NOW).amount === wanted;
        expect(holdsNow).toBe(outcome.kind !== 'waits');
        if (outcome.kind === 'waits') expect(limitAt(after, outcome.fromMs).amount).toBe(wanted);
      }),
    );
  });
});

describe('a limit read from the server', () => {
  it('given the server lists no such kind, then none was set', () => {
    expect(storedLimit({ list: [] }, 'daily_loss').current).toEqual(NO_LIMIT);
  });

  it('given a pending value, then it is kept with its time', () => {
    const amount = parseDecimal<Amount>('200');
    const list = [{ kind: 'daily_loss' as const, amount, until: null, next: { amount: null, until: null, from: 7 } }];
    expect(storedLimit({ list }, 'daily_loss')).toEqual(held(money('200'), { limit: NO_LIMIT, fromMs: 7 }));
  });

  it('given one kind is pending, then a change of it has to wait, and of another does not', () => {
    const none = { amount: null, until: null };
    const list = [
      { kind: 'daily_loss' as const, ...none, next: { ...none, from: 7 } },
      { kind: 'daily_deposit' as const, ...none, next: null },
    ];
    expect(hasToWait({ list }, 'daily_loss')).toBe(true);
    expect(hasToWait({ list }, 'daily_deposit')).toBe(false);
    expect(hasToWait({ list }, 'cool_off')).toBe(false);
  });
});

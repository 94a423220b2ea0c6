import { describe, expect, it } from 'vitest';
import { dayKeyOf, isSameDay } from './day-key.ts';

const asked = { scope: 'real 7', since: 1_000, seq: '4' };

describe('an answer about a day', () => {
  it('given only the balances changed, then it stands in until the new one comes, and is not the new one', () => {
    const before = dayKeyOf(asked);
    expect(isSameDay(before, { ...asked, seq: '5' })).toBe(true);
    expect(dayKeyOf({ ...asked, seq: '5' })).not.toEqual(before);
  });

  it.each([
    ['another day', { ...asked, since: 2_000 }],
    ['another book', { ...asked, scope: 'demo 7' }],
  ])('given it is of %s, then it does not', (_what, now) => {
    expect(isSameDay(dayKeyOf(asked), now)).toBe(false);
  });

  it('given there was none, then none stands in', () => {
    expect(isSameDay(undefined, asked)).toBe(false);
  });
});

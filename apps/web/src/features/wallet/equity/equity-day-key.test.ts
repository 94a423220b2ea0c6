import { describe, expect, it } from 'vitest';
import { dayKeyOf, isSameDay } from './equity-line-model.ts';

const dayQuery = { scope: 'real 7', since: 1_000, seq: '4' };

describe('a response for one day', () => {
  it('given only the balances changed, then the old response is a placeholder until the new one arrives', () => {
    const before = dayKeyOf(dayQuery);
    expect(isSameDay(before, { ...dayQuery, seq: '5' })).toBe(true);
    expect(dayKeyOf({ ...dayQuery, seq: '5' })).not.toEqual(before);
  });

  it.each([
    ['another day', { ...dayQuery, since: 2_000 }],
    ['another book', { ...dayQuery, scope: 'demo 7' }],
  ])('given it is of %s, then it is not used as a placeholder', (_what, now) => {
    expect(isSameDay(dayKeyOf(dayQuery), now)).toBe(false);
  });

  it('given there was none, then there is no placeholder', () => {
    expect(isSameDay(undefined, dayQuery)).toBe(false);
  });
});

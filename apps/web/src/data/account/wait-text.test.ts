import { describe, expect, it } from 'vitest';
import { leftText } from './wait-text.ts';

describe('what is left of a wait', () => {
  const text = (key: string, params?: object) => `${key} ${JSON.stringify(params)}`;
  it.each([
    [24 * 3_600_000, 'payee.hours {"count":24}'],
    [20.1 * 3_600_000, 'payee.hours {"count":21}'],
    [3_600_001, 'payee.hours {"count":2}'],
    [3_600_000, 'payee.minutes {"count":60}'],
    [1, 'payee.minutes {"count":1}'],
  ])('given %s ms, then it is %s: never less than is left', (ms, expected) => {
    expect(leftText(ms, text)).toBe(expected);
  });
});

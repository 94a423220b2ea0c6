import type { Amount } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { amount, flag, id, paging, positiveAmount, text } from './fields.ts';

const NASTY = [
  '',
  ' ',
  '0x10',
  '1e9',
  'NaN',
  'Infinity',
  '１２',
  '١',
  '1,000',
  '+1',
  '01',
  '--1',
  '1.',
  '.5',
  '__proto__',
  '9'.repeat(21),
  '1\u0000',
];

describe('a wire field', () => {
  it('decodes what it encoded, for every amount and id', () => {
    const amounts = fc.bigInt({ min: -(10n ** 38n) + 1n, max: 10n ** 38n - 1n }).map((value) => value as Amount);
    fc.assert(
      fc.property(amounts, (value) => {
        expect(z.decode(amount, z.encode(amount, value))).toBe(value);
      }),
    );
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 9_223_372_036_854_775_807n }), (value) => {
        expect(z.decode(id, z.encode(id, value))).toBe(value);
      }),
    );
  });

  it.each([...NASTY, '0', '-1'])('given %j, when a positive amount is required, then it is refused', (input) => {
    expect(z.safeDecode(positiveAmount, input).success).toBe(false);
  });

  it.each([...NASTY, '0', '-1', '9223372036854775808', '12345678901234567890'])(
    'given %j, when an id is required, then it is refused',
    (input) => {
      expect(z.safeDecode(id, input).success).toBe(false);
    },
  );

  it('given numbers or text, when paging is decoded, then both are accepted and the bounds hold', () => {
    const page = z.object(paging);
    expect(z.decode(page, {})).toEqual({ page: 1, limit: 10 });
    expect(z.decode(page, { page: '3', limit: 100 })).toEqual({ page: 3, limit: 100 });
    for (const limit of [0, '0', 101, '101', -1, 1.5, '1.5', 'all']) {
      expect(z.safeDecode(page, { limit } as never).success, String(limit)).toBe(false);
    }
  });

  it('given a flag, when it is 0 or 1 in either form, then it is accepted, and nothing else is', () => {
    expect([0, 1, '0', '1'].map((input) => z.decode(flag, input as 0))).toEqual([false, true, false, true]);
    for (const input of [true, 'true', 2, '', null]) expect(z.safeDecode(flag, input as never).success).toBe(false);
  });

  it('given control characters or excess length, when text is decoded, then it is refused', () => {
    const name = text(5, 'A name.', 'Ann');
    expect(z.safeDecode(name, 'Ann').success).toBe(true);
    for (const input of ['', 'a\nb', 'a\u0000', 'abcdef']) expect(z.safeDecode(name, input).success).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { signOf } from './estimate.ts';

describe('the sign of a currency', () => {
  it('is unique among all currencies with a rate', () => {
    const codes = ['USD', 'HKD', 'TWD', 'SGD', 'AUD', 'CAD', 'MXN', 'NZD', 'CNY', 'JPY', 'SEK', 'NOK', 'EUR', 'TRY'];
    expect(new Set(codes.map(signOf)).size).toBe(codes.length);
    expect(signOf('USD')).toBe('$');
  });
});

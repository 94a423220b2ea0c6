import { type Price, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import { bookSteps } from './book-steps.ts';

const price = (text: string) => parseDecimal<Price>(text);

describe('grouping steps of an order book', () => {
  it.each([
    ['0.01', '67842.1', ['0.01', '0.1', '1', '10']],
    ['0.1', '67842.1', ['0.1', '1', '10']],
    ['0.0001', '0.4561', ['0.0001']],
    ['0.00001', '0.15872', ['0.00001', '0.0001']],
    ['0.01', '100', ['0.01', '0.1']],
    ['0.01', '99.99', ['0.01']],
    ['0.01', undefined, ['0.01']],
  ] as const)('given a tick of %s, when the price is %s, then they are %s', (tick, at, steps) => {
    expect(bookSteps(price(tick), at && price(at))).toEqual(steps.map(price));
  });
});

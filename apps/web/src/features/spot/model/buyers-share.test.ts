import { type Amount, formatDecimal, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import { buyersShare } from './buyers-share.ts';

const levels = (...amounts: string[]) => amounts.map((text) => [undefined, parseDecimal<Amount>(text)] as const);

describe('what buyers have of a book', () => {
  it.each([
    [levels('3'), levels('1'), '0.75'],
    [levels('1', '1'), levels('2'), '0.5'],
    [levels(), levels('2'), '0'],
    [levels(), levels(), '0.5'],
  ])('is their part of all that is offered: %#', (bids, asks, share) => {
    expect(formatDecimal(buyersShare({ bids, asks }))).toBe(share);
  });
});

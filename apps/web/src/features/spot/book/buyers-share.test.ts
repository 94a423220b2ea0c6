import { type Amount, formatDecimal, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import { buyersShare } from './depth.ts';

const levels = (...amounts: string[]) => amounts.map((text) => [undefined, parseDecimal<Amount>(text)] as const);

describe("the buyers' share of an order book", () => {
  it.each([
    [levels('3'), levels('1'), '0.75'],
    [levels('1', '1'), levels('2'), '0.5'],
    [levels(), levels('2'), '0'],
    [levels(), levels(), '0.5'],
  ])('is the bid share of all visible quantity: %#', (bids, asks, share) => {
    expect(formatDecimal(buyersShare({ bids, asks }))).toBe(share);
  });
});

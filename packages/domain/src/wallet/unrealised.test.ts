import { type Amount, formatDecimal, multiply, ONE, type Price, parseDecimal } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TRANSFER_KINDS } from '../ledger/index.ts';
import { RECORD_GROUPS, recordGroup } from './record-group.ts';
import { unrealisedOf } from './unrealised.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const price = (text: string) => parseDecimal<Price>(text);

describe('the unrealised result of a coin', () => {
  it.each([
    ['0.1', '5000', '60000', '50000', '1000', '0.2'],
    ['0.1', '5000', '40000', '50000', '-1000', '-0.2'],
    ['3', '0', '2', '0', '6', undefined],
  ])('of %s that cost %s, at %s, is the value minus the cost', (quantity, cost, rate, average, result, share) => {
    const found = unrealisedOf({ quantity: amount(quantity), cost: amount(cost) }, price(rate));
    expect([found?.average, found?.result].map((it) => formatDecimal(it ?? (0n as Amount)))).toEqual([average, result]);
    expect(found?.ratio === undefined ? undefined : formatDecimal(found.ratio)).toBe(share);
  });

  it('given nothing is held, then there is none', () => {
    expect(unrealisedOf({ quantity: amount('0'), cost: amount('0') }, price('1'))).toBeUndefined();
  });

  it('never shows an average that would make the cost larger than it was', () => {
    const sizes = fc.bigInt({ min: 1n, max: 10n ** 24n });
    fc.assert(
      fc.property(sizes, sizes, (quantity, cost) => {
        const found = unrealisedOf({ quantity: quantity as Amount, cost: cost as Amount }, ONE as Price);
        expect(multiply(quantity as Amount, found?.average ?? (0n as Price), 'down') <= cost).toBe(true);
      }),
    );
  });
});

describe('the group of a record', () => {
  it('is known for every kind of transfer that a user sees', () => {
    const groups = Object.keys(TRANSFER_KINDS).map((kind) => [kind, recordGroup(kind)] as const);
    expect(Object.fromEntries(groups)).toMatchObject({
      deposit: 'in',
      'demo.grant': 'in',
      withdrawal: 'out',
      'demo.sweep': 'out',
      'wallet.change': 'transfer',
      'spot.hold': 'hold',
      'spot.release': 'hold',
      'spot.fill': 'trade',
    });
    expect(groups.every(([, group]) => RECORD_GROUPS.includes(group))).toBe(true);
    expect(recordGroup('of a later version')).toBe('other');
  });
});

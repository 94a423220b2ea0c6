import { type Amount, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import { betOf } from '../bets/bet.fixture.ts';
import { endingOf, endingReason, netOf } from './ending.ts';
import { readBetId } from './use-bet-sheet.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const key = (name: string) => name;

const settled = (type: number, result: 'profit' | 'loss' | 'flat', returned: string) =>
  betOf({ status: 2, type, result, returned: amount(returned) });

describe('the result of a bet', () => {
  it.each([
    [settled(1, 'profit', '92.5'), 'profit', '42.5', 'seconds.why.up.profit'],
    [settled(2, 'profit', '92.5'), 'profit', '42.5', 'seconds.why.down.profit'],
    [settled(1, 'loss', '0'), 'loss', '-50', 'seconds.why.up.loss'],
    [settled(2, 'loss', '0'), 'loss', '-50', 'seconds.why.down.loss'],
    [settled(1, 'flat', '50'), 'flat', '0', 'seconds.why.flat'],
    [betOf({ status: 3, returned: amount('50') }), 'cancelled', '0', 'seconds.why.cancelled'],
    [betOf({ status: 4, returned: amount('50') }), 'void', '0', 'seconds.why.void.exit'],
    [betOf({ status: 4, returned: amount('50'), entry_price: null }), 'void', '0', 'seconds.why.void.entry'],
  ])('case %#: states how it ended, what it brought, and why', (bet, ending, net, why) => {
    expect([endingOf(bet), netOf(bet), endingReason(bet, key)]).toEqual([ending, amount(net), why]);
  });

  it('given one that is open, then it has none', () => {
    expect([endingOf(betOf()), netOf(betOf())]).toEqual([undefined, amount('0')]);
  });
});

describe('the id of a bet in the URL', () => {
  it.each([
    ['123', 123n],
    [null, undefined],
    ['', undefined],
    ['12x', undefined],
    ['-1', undefined],
    ['1'.repeat(20), undefined],
  ])('given %j, then it is %s', (value, id) => {
    expect(readBetId(value)).toBe(id);
  });
});

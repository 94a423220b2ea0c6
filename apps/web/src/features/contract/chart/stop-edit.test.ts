import { type Price, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import type { Deal } from '../../../data/account/deals.ts';
import { isAbove, isOnWrongSide, movedBy, snapToTick, stopFields } from './stop-edit.ts';

const price = (text: string) => parseDecimal<Price>(text);
const TICK = price('0.5');

describe('a stop that is moved', () => {
  it.each([
    ['100.24', '100'],
    ['100.25', '100.5'],
    ['100.5', '100.5'],
    ['0.1', '0.5'],
  ])('given a pointer at %s, then it snaps to %s', (at, expected) =>
    expect(snapToTick(price(at), TICK)).toBe(price(expected)),
  );

  it('given keys, then it moves by ticks and never to zero', () => {
    expect(movedBy(price('100'), TICK, 10)).toBe(price('105'));
    expect(movedBy(price('100'), TICK, -1)).toBe(price('99.5'));
    expect(movedBy(price('1'), TICK, -10)).toBe(TICK);
  });

  it.each([
    ['buy', 'profit', '101', false],
    ['buy', 'profit', '100', true],
    ['buy', 'stop', '99', false],
    ['buy', 'stop', '100', true],
    ['sell', 'profit', '99', false],
    ['sell', 'profit', '101', true],
    ['sell', 'stop', '101', false],
    ['sell', 'stop', '99', true],
  ] as const)(
    'given a %s, its %s at %s and the index at 100, then it would fire at once: %s',
    (type, kind, at, isWrong) => {
      expect(isOnWrongSide({ type }, { kind, price: price(at) }, price('100'))).toBe(isWrong);
      if (!isWrong) expect(isAbove({ type }, kind)).toBe(price(at) > price('100'));
    },
  );

  it('given both stops, when one is moved, then the other is sent as it is, and a missing one as empty', () => {
    const deal = { id: 7n, target_profit_price: price('110'), stop_loss_price: null } as Deal;
    expect(stopFields(deal, { kind: 'profit', price: price('112') })).toEqual({
      id: 7n,
      target_profit_price: price('112'),
      stop_loss_price: '',
    });
    expect(stopFields(deal, { kind: 'stop', price: price('90') })).toEqual({
      id: 7n,
      target_profit_price: price('110'),
      stop_loss_price: price('90'),
    });
  });
});

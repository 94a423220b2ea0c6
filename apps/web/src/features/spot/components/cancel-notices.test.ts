import { type Amount, parseDecimal } from '@app/money';
import { dismissAllNotices, shownNotices } from '@app/ui/feedback/notices.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '../../../shared/orders.ts';
import { forgetShown, isOutcomeShown } from '../model/outcome-shown.ts';
import { cancelNotices } from './cancel-notices.ts';

const PLACES = { symbol: 'BTC/USDT', base: 'BTC', quote: 'USDT', precision: 2, lot_precision: 5 };
const amount = (text: string) => parseDecimal<Amount>(text);
const order = (id: number, filled: string) =>
  ({ id: BigInt(id), symbol: 'BTC/USDT', type: 'sell', amount: amount('1'), filled: amount(filled) }) as Order; // As far as it is looked at.
const notices = () => cancelNotices((key, params) => [key, ...Object.values(params ?? {})].join(' '), PLACES);

beforeEach(() => {
  dismissAllNotices();
  forgetShown();
});

describe('the news of a cancellation', () => {
  it('given nothing was traded since it was asked for, then it is said in passing and marked as seen', () => {
    notices().onDone(order(1, '0.25'), order(1, '0.25'));
    expect(shownNotices()).toEqual([]);
    expect(isOutcomeShown(order(1, '0.25'))).toBe(true);
  });

  it('given more was traded than its row showed, then that is said with it, and the fill may be told of', () => {
    notices().onDone(order(2, '0.5'), order(2, '0.25'));
    const text = 'BTC/USDT: spot.orders.cancel.done · spot.orders.part.sell 0.50000 BTC 1.00000 BTC';
    expect(shownNotices()).toEqual([{ id: 'order 2', kind: 'warn', text }]);
    expect(isOutcomeShown(order(2, '0.5'))).toBe(false);
  });
});

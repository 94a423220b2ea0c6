import { type Amount, parseDecimal } from '@app/money';
import { dismissAllNotices, shownNotices } from '@app/ui/feedback/notices.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '../../../data/account/orders.ts';
import { forgetShown, isOutcomeShown } from '../live/outcome-shown.ts';
import { cancelNotices } from './cancel-notices.ts';

const PLACES = { symbol: 'BTC/USDT', base: 'BTC', quote: 'USDT', precision: 2, lot_precision: 5 };
const amount = (text: string) => parseDecimal<Amount>(text);
const order = (id: number, filled: string) =>
  ({ id: BigInt(id), symbol: 'BTC/USDT', type: 'sell', amount: amount('1'), filled: amount(filled) }) as Order; // Only the fields in use.
const notices = () => cancelNotices((key, params) => [key, ...Object.values(params ?? {})].join(' '), PLACES);

beforeEach(() => {
  dismissAllNotices();
  forgetShown();
});

describe('the notices of a cancellation', () => {
  it('given nothing was filled since the request, then a toast is shown and the outcome is marked as shown', () => {
    notices().onDone(order(1, '0.25'), order(1, '0.25'));
    expect(shownNotices()).toEqual([]);
    expect(isOutcomeShown(order(1, '0.25'))).toBe(true);
  });

  it('given more was filled than its row showed, then the notice includes it, and a fill notice may follow', () => {
    notices().onDone(order(2, '0.5'), order(2, '0.25'));
    const text = 'BTC/USDT: spot.orders.cancel.done · spot.orders.part.sell 0.50000 BTC 1.00000 BTC';
    expect(shownNotices()).toEqual([{ id: 'order 2', kind: 'warn', text }]);
    expect(isOutcomeShown(order(2, '0.5'))).toBe(false);
  });
});

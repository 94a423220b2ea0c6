import { type Amount, parseDecimal } from '@app/money';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Order } from '../../../data/account/orders.ts';
import { createFillNotices } from './fill-notices.ts';
import { forgetShown, markOutcomeShown } from './outcome-shown.ts';

beforeEach(() => {
  vi.useFakeTimers();
  forgetShown();
});
afterEach(() => void vi.useRealTimers());

const order = (id: number, filled: string, status: Order['status'] = 'open') =>
  ({ id: BigInt(id), filled: parseDecimal<Amount>(filled), status }) as Order; // Only the fields in use.

function setUp() {
  const notify = vi.fn<(order: Order) => void>();
  const isAwaiting = vi.fn(() => false);
  return { notify, isAwaiting, notices: createFillNotices({ notify, isAwaiting }) };
}

describe('a fill notice', () => {
  it('given forty fills of one order in four seconds, when they arrive, then one notice, and one more at the end', () => {
    const { notify, notices } = setUp();
    for (let index = 1; index <= 40; index++) {
      notices.add(order(1, `0.${index + 10}`));
      vi.advanceTimersByTime(100);
    }
    expect(notify).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(5_000);
    expect(notify.mock.calls.map(([{ filled }]) => filled)).toEqual(
      ['0.18', '0.5'].map((it) => parseDecimal<Amount>(it)),
    );
  });

  it('given its outcome is shown where it was placed, when its fills arrive, then there is no notice', () => {
    const { notify, notices } = setUp();
    notices.add(order(2, '1', 'filled'));
    vi.advanceTimersByTime(300);
    markOutcomeShown(order(2, '1'));
    vi.advanceTimersByTime(9_000);
    expect(notify).not.toHaveBeenCalled();
  });

  it('given an order was sent and has no response yet, when fills arrive, then they wait for the response', () => {
    const { notify, isAwaiting, notices } = setUp();
    isAwaiting.mockReturnValue(true);
    notices.add(order(3, '1', 'filled'));
    vi.advanceTimersByTime(9_000);
    expect(notify).not.toHaveBeenCalled();
    isAwaiting.mockReturnValue(false);
    vi.advanceTimersByTime(1_000);
    expect(notify).toHaveBeenCalledTimes(1);
  });

  it('given the session is over, when a notice is due, then none is shown', () => {
    const { notify, notices } = setUp();
    notices.add(order(4, '1'));
    notices.end();
    vi.advanceTimersByTime(9_000);
    expect(notify).not.toHaveBeenCalled();
  });
});

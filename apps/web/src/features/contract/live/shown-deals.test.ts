import { beforeEach, expect, it } from 'vitest';
import { forgetShownDeals, isDealShown, markDealShown } from './shown-deals.ts';

const PENDING = 0;
const OPEN = 1;
const CLOSED = 3;
const deal = (status = OPEN) => ({ id: 7n, status });

beforeEach(forgetShownDeals);

it('given a notice that an order opened, when the response to its form arrives late, then it is not shown as waiting', () => {
  markDealShown(deal(OPEN));
  expect(isDealShown(deal(PENDING))).toBe(true);
});

it('given the form has shown that an order waits, when it opens and when it ends, then both are news, once each', () => {
  markDealShown(deal(PENDING));
  expect(isDealShown(deal(OPEN))).toBe(false);
  markDealShown(deal(OPEN));
  expect([isDealShown(deal(OPEN)), isDealShown(deal(CLOSED)), isDealShown({ id: 8n, status: OPEN })]).toEqual([
    true,
    false,
    false,
  ]);
});

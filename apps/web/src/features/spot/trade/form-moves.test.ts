import { checkOrder } from '@app/domain/spot';
import { ZERO } from '@app/money';
import { describe, expect, it } from 'vitest';
import { CONTEXT, DEPTH, NO_DEPTH, ORDER_CONTEXT, price, STEPS } from './form-context.fixture.ts';
import {
  holdLevel,
  nextBest,
  pickPrice,
  steppedPrice,
  takeBest,
  toggleUnit,
  withPriceFromAddress,
} from './form-moves.ts';
import { emptyForm, withAmount, withKind, withPrice, withTotal } from './form-state.ts';
import { orderRequestOf } from './order-preview.ts';

const LIMIT = withPrice(emptyForm('buy'), '100', STEPS);
const MARKET = withKind(emptyForm('buy'), 'market', STEPS);

describe('a price that is stepped', () => {
  it.each([
    ['100.0', 'more', '100.1'],
    ['100.0', 'less', '99.9'],
    ['100.05', 'more', '100.1'],
    ['100.05', 'less', '100.0'],
    ['0.1', 'less', undefined],
    ['', 'more', '100.0'],
    ['', 'less', '100.0'],
  ] as const)('given %j, when stepped %s, then it is %j', (held, direction, next) => {
    expect(steppedPrice(held, direction, CONTEXT)).toBe(next);
  });

  it('given nothing typed and no known price, then there is no start price', () => {
    expect(steppedPrice('', 'more', { ...CONTEXT, last: undefined })).toBeUndefined();
  });
});

describe('the best price', () => {
  it('given a buyer, when BBO is tapped repeatedly, then it alternates between bid and ask', () => {
    const once = takeBest(LIMIT, CONTEXT);
    const moved = { ...CONTEXT, depth: { ...DEPTH, asks: [[price('102'), DEPTH.asks[0]?.[1]]] } } as typeof CONTEXT;
    expect([once.price, once.best]).toEqual(['99.9', 'bid']);
    expect(takeBest(once, moved)).toMatchObject({ price: '102.0', best: 'ask' });
    expect(takeBest(takeBest(once, CONTEXT), CONTEXT)).toMatchObject({ price: '99.9', best: 'bid' });
  });

  it('given a seller, then the ask comes first; given one side only, then that side', () => {
    expect(nextBest({ side: 'sell' }, DEPTH)).toMatchObject({ side: 'ask' });
    expect(nextBest({ side: 'sell', best: 'ask' }, DEPTH)).toMatchObject({ side: 'bid' });
    expect(nextBest({ side: 'buy' }, { ...NO_DEPTH, asks: DEPTH.asks })).toMatchObject({ side: 'ask' });
    expect(nextBest({ side: 'buy', best: 'bid' }, { ...NO_DEPTH, bids: DEPTH.bids })).toMatchObject({ side: 'bid' });
    expect(nextBest({ side: 'buy' }, NO_DEPTH)).toBeUndefined();
    expect(takeBest(LIMIT, { ...CONTEXT, depth: NO_DEPTH })).toBe(LIMIT);
  });

  it('given another price, then it is no longer marked as best', () => {
    expect(withPrice(takeBest(LIMIT, CONTEXT), '99.8', STEPS).best).toBeUndefined();
  });
});

describe('a level of the book', () => {
  it('given a market order, when a level is tapped, then it is a limit at that price', () => {
    expect(pickPrice(MARKET, price('101'), CONTEXT)).toMatchObject({ kind: 'limit', price: '101.0' });
  });

  it('given a level is long-pressed, then it sets its price and the quantity offered up to it', () => {
    expect(holdLevel(LIMIT, { side: 'ask', price: price('101') }, CONTEXT)).toMatchObject({
      price: '101.0',
      amount: '3.00000',
      total: '303.00',
    });
  });

  it('given more offered than the balance covers, then it sets the affordable amount, and it is accepted', () => {
    const poor = { ...ORDER_CONTEXT, available: { ...ORDER_CONTEXT.available, quote: price('50') as never } };
    const form = holdLevel(LIMIT, { side: 'ask', price: price('101') }, { ...CONTEXT, orderContext: poor });
    expect(form).toMatchObject({ amount: '0.49455' });
    const request = orderRequestOf(form, poor, DEPTH);
    expect(request && checkOrder(request, poor).ok).toBe(true);
  });

  it('given no balance, then it sets only the price', () => {
    const none = { ...CONTEXT, orderContext: { ...ORDER_CONTEXT, available: { base: ZERO, quote: ZERO } } };
    expect(holdLevel(LIMIT, { side: 'ask', price: price('100.1') }, none)).toMatchObject({
      price: '100.1',
      amount: '',
    });
  });

  it('given an unknown balance, then it sets the offered quantity', () => {
    const unknown = { ...CONTEXT, orderContext: undefined };
    expect(holdLevel(LIMIT, { side: 'ask', price: price('100.1') }, unknown)).toMatchObject({ amount: '1.00000' });
  });
});

describe('a price set by a link', () => {
  it('given one off the grid, then it is a limit at the tick below', () => {
    expect(withPriceFromAddress(MARKET, '101.07', CONTEXT)).toMatchObject({ kind: 'limit', price: '101.0' });
  });

  it.each(['', '0', '0.09', '-1', '1e3', 'abc', '1,000'])('given %j, then nothing changes', (requested) => {
    expect(withPriceFromAddress(LIMIT, requested, CONTEXT)).toBe(LIMIT);
  });

  it('given a share, then it stays that share, or its resulting amount while balances are unknown', () => {
    const half = { ...withAmount(LIMIT, '5', STEPS), share: 50 };
    expect(withPriceFromAddress(half, '50', CONTEXT)).toMatchObject({ share: 50, amount: '9.99000' });
    const unknown = { ...CONTEXT, orderContext: undefined };
    expect(withPriceFromAddress(half, '50', unknown)).toMatchObject({ share: undefined, amount: '5', total: '250.00' });
  });
});

describe('an order book that is not loaded', () => {
  const unknown = { ...CONTEXT, depth: undefined };

  it('given a level, when it is long-pressed, then it sets only the price; and there is no best price', () => {
    expect(holdLevel(LIMIT, { side: 'ask', price: price('101') }, unknown)).toMatchObject({
      price: '101.0',
      amount: '',
    });
    expect(takeBest(LIMIT, unknown)).toBe(LIMIT);
  });

  it('given money for a market purchase, when the unit changes, then no amount is invented', () => {
    expect(toggleUnit(withTotal(MARKET, '150', STEPS), unknown)).toMatchObject({ lead: 'amount', amount: '' });
  });
});

describe('the unit of a market purchase', () => {
  it('given money, when it is toggled to coins and back, then it never grows', () => {
    const coins = toggleUnit(withTotal(MARKET, '150', STEPS), CONTEXT);
    expect(coins).toMatchObject({ lead: 'amount', amount: '1.49257', total: '' });
    expect(toggleUnit(coins, CONTEXT)).toMatchObject({ lead: 'total', total: '149.99', amount: '' });
  });

  it('given nothing typed, then only the unit changes', () => {
    expect(toggleUnit(MARKET, CONTEXT)).toMatchObject({ lead: 'amount', amount: '' });
    expect(toggleUnit(withAmount(MARKET, '', STEPS), CONTEXT)).toMatchObject({ lead: 'total', total: '' });
  });
});

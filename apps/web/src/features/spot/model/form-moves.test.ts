import { checkOrder } from '@app/domain/spot';
import { ZERO } from '@app/money';
import { describe, expect, it } from 'vitest';
import { nextBest } from './best-price.ts';
import { holdLevel, pickPrice, steppedPrice, takeBest, toggleUnit, withAskedPrice } from './form-moves.ts';
import { emptyForm, withAmount, withKind, withPrice, withTotal } from './form-state.ts';
import { DEPTH, NO_DEPTH, price, SITUATION, STEPS, WORLD } from './form-world.fixture.ts';
import { wishOf } from './order-wish.ts';

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
  ] as const)('given %j, when one wants %s, then it is %j', (held, direction, next) => {
    expect(steppedPrice(held, direction, WORLD)).toBe(next);
  });

  it('given nothing typed and no price known, then there is nowhere to begin', () => {
    expect(steppedPrice('', 'more', { ...WORLD, last: undefined })).toBeUndefined();
  });
});

describe('the best price', () => {
  it('given a buyer, when it is taken again and again, then it is the bid and the ask in turn', () => {
    const once = takeBest(LIMIT, WORLD);
    const moved = { ...WORLD, depth: { ...DEPTH, asks: [[price('102'), DEPTH.asks[0]?.[1]]] } } as typeof WORLD;
    expect([once.price, once.best]).toEqual(['99.9', 'bid']);
    expect(takeBest(once, moved)).toMatchObject({ price: '102.0', best: 'ask' });
    expect(takeBest(takeBest(once, WORLD), WORLD)).toMatchObject({ price: '99.9', best: 'bid' });
  });

  it('given a seller, then the ask comes first; given one side only, then that', () => {
    expect(nextBest({ side: 'sell' }, DEPTH)).toMatchObject({ side: 'ask' });
    expect(nextBest({ side: 'sell', best: 'ask' }, DEPTH)).toMatchObject({ side: 'bid' });
    expect(nextBest({ side: 'buy' }, { ...NO_DEPTH, asks: DEPTH.asks })).toMatchObject({ side: 'ask' });
    expect(nextBest({ side: 'buy', best: 'bid' }, { ...NO_DEPTH, bids: DEPTH.bids })).toMatchObject({ side: 'bid' });
    expect(nextBest({ side: 'buy' }, NO_DEPTH)).toBeUndefined();
    expect(takeBest(LIMIT, { ...WORLD, depth: NO_DEPTH })).toBe(LIMIT);
  });

  it('given another price, then it is nobody’s best any more', () => {
    expect(withPrice(takeBest(LIMIT, WORLD), '99.8', STEPS).best).toBeUndefined();
  });
});

describe('a level of the book', () => {
  it('given a market order, when a level is tapped, then it is a limit at that price', () => {
    expect(pickPrice(MARKET, price('101'), WORLD)).toMatchObject({ kind: 'limit', price: '101.0' });
  });

  it('given a level that is held, then its price and what is offered up to it', () => {
    expect(holdLevel(LIMIT, { side: 'ask', price: price('101') }, WORLD)).toMatchObject({
      price: '101.0',
      amount: '3.00000',
      total: '303.00',
    });
  });

  it('given more offered than there is money for, then what that pays for, and it is accepted', () => {
    const poor = { ...SITUATION, available: { ...SITUATION.available, quote: price('50') as never } };
    const form = holdLevel(LIMIT, { side: 'ask', price: price('101') }, { ...WORLD, situation: poor });
    expect(form).toMatchObject({ amount: '0.49455' });
    const wish = wishOf(form, poor, DEPTH);
    expect(wish && checkOrder(wish, poor).ok).toBe(true);
  });

  it('given no money at all, then only its price', () => {
    const none = { ...WORLD, situation: { ...SITUATION, available: { base: ZERO, quote: ZERO } } };
    expect(holdLevel(LIMIT, { side: 'ask', price: price('100.1') }, none)).toMatchObject({
      price: '100.1',
      amount: '',
    });
  });

  it('given that it is not known what there is, then what is offered', () => {
    const unknown = { ...WORLD, situation: undefined };
    expect(holdLevel(LIMIT, { side: 'ask', price: price('100.1') }, unknown)).toMatchObject({ amount: '1.00000' });
  });
});

describe('a price that a link asks for', () => {
  it('given one off the grid, then it is a limit at the tick below', () => {
    expect(withAskedPrice(MARKET, '101.07', WORLD)).toMatchObject({ kind: 'limit', price: '101.0' });
  });

  it.each(['', '0', '0.09', '-1', '1e3', 'abc', '1,000'])('given %j, then nothing changes', (asked) => {
    expect(withAskedPrice(LIMIT, asked, WORLD)).toBe(LIMIT);
  });

  it('given a share, then it stays that share, or what it came to while nobody knows of what', () => {
    const half = { ...withAmount(LIMIT, '5', STEPS), share: 50 };
    expect(withAskedPrice(half, '50', WORLD)).toMatchObject({ share: 50, amount: '9.99000' });
    const unknown = { ...WORLD, situation: undefined };
    expect(withAskedPrice(half, '50', unknown)).toMatchObject({ share: undefined, amount: '5', total: '250.00' });
  });
});

describe('a book that is not known', () => {
  const unknown = { ...WORLD, depth: undefined };

  it('given a level, when it is held, then only its price; and there is no best one', () => {
    expect(holdLevel(LIMIT, { side: 'ask', price: price('101') }, unknown)).toMatchObject({
      price: '101.0',
      amount: '',
    });
    expect(takeBest(LIMIT, unknown)).toBe(LIMIT);
  });

  it('given money for a market purchase, when the unit changes, then nothing is made up', () => {
    expect(toggleUnit(withTotal(MARKET, '150', STEPS), unknown)).toMatchObject({ lead: 'amount', amount: '' });
  });
});

describe('the unit of a market purchase', () => {
  it('given money, when it becomes coins and money again, then it never grows', () => {
    const coins = toggleUnit(withTotal(MARKET, '150', STEPS), WORLD);
    expect(coins).toMatchObject({ lead: 'amount', amount: '1.49257', total: '' });
    expect(toggleUnit(coins, WORLD)).toMatchObject({ lead: 'total', total: '149.99', amount: '' });
  });

  it('given nothing typed, then only the unit changes', () => {
    expect(toggleUnit(MARKET, WORLD)).toMatchObject({ lead: 'amount', amount: '' });
    expect(toggleUnit(withAmount(MARKET, '', STEPS), WORLD)).toMatchObject({ lead: 'total', total: '' });
  });
});

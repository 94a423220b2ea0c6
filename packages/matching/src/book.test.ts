import { describe, expect, it } from 'vitest';
import { type BookOrder, createBook, createNaiveBook, type HouseLevel, type Side, type Terms } from './index.ts';

const REST: Terms = { remainder: 'rest' };
const CANCEL: Terms = { remainder: 'cancel' };
const POST: Terms = { remainder: 'post' };

describe.each([
  ['fast', createBook],
  ['naive', createNaiveBook],
])('the %s order book', (_, create) => {
  /** Creates an order book with short helpers; every order has a distinct owner unless one is given. */
  const opened = () => {
    const book = create();
    let made = 0;
    const order = (side: Side, price: number, open: number, owner?: bigint): BookOrder => {
      made += 1;
      return { id: BigInt(made), owner: owner ?? BigInt(100 + made), side, price, open };
    };
    const send = (sent: BookOrder, terms = REST, house?: readonly HouseLevel[]) => {
      const plan = book.plan(sent, terms, house);
      book.apply(sent, plan, house);
      return { ...plan, fills: plan.fills.map(({ maker, price, lots }) => [maker?.id ?? 'house', price, lots]) };
    };
    return { book, order, send };
  };

  it('given a resting ask, when a higher bid arrives, then it fills at the resting price', () => {
    const { book, order, send } = opened();
    send(order('sell', 100, 5));
    expect(send(order('buy', 103, 2))).toEqual({ fills: [[1n, 100, 2]], end: 'filled', rests: 0 });
    expect(book.levels('sell', 9)).toEqual([{ price: 100, lots: 3 }]);
  });

  it('given asks at two prices, when a larger bid arrives, then it takes the better first and its remainder rests', () => {
    const { book, order, send } = opened();
    send(order('sell', 101, 2));
    send(order('sell', 100, 2));
    expect(send(order('buy', 101, 5))).toEqual({
      fills: [
        [2n, 100, 2],
        [1n, 101, 2],
      ],
      end: 'exhausted',
      rests: 1,
    });
    expect([book.best('sell'), book.best('buy')]).toEqual([undefined, 101]);
  });

  it('given two bids at one price, when an ask arrives, then the older fills first and keeps priority when reduced', () => {
    const { order, send } = opened();
    send(order('buy', 100, 2));
    send(order('buy', 100, 2));
    expect(send(order('sell', 100, 1)).fills).toEqual([[1n, 100, 1]]);
    expect(send(order('sell', 100, 2)).fills).toEqual([
      [1n, 100, 1],
      [2n, 100, 1],
    ]);
  });

  it('given an order moved away and back, when matched, then it is behind the orders that stayed', () => {
    const { book, order, send } = opened();
    const mover = order('buy', 100, 1);
    send(mover);
    send(order('buy', 100, 1));
    expect(book.cancel(mover)).toBe(true);
    send({ ...mover, id: 9n });
    expect([...book.orders('buy')].map(({ id }) => id)).toEqual([2n, 9n]);
  });

  it('given immediate-or-cancel, when partly filled, then nothing rests and the order keeps its unfilled lots', () => {
    const { book, order, send } = opened();
    send(order('sell', 100, 2));
    const taker = order('buy', 100, 5);
    expect(send(taker, CANCEL)).toEqual({ fills: [[1n, 100, 2]], end: 'exhausted', rests: 0 });
    expect([taker.open, book.best('buy')]).toEqual([3, undefined]);
  });

  it('given post-only, when it would take from an order or the house, then it is refused; otherwise it rests', () => {
    const { order, send } = opened();
    send(order('sell', 100, 2));
    expect(send(order('buy', 100, 1), POST)).toEqual({ fills: [], end: 'would_take', rests: 0 });
    expect(send(order('buy', 99, 1), POST, [{ price: 99, open: 1 }]).end).toBe('would_take');
    expect(send(order('buy', 99, 1), POST, [{ price: 99, open: 0 }])).toEqual({
      fills: [],
      end: 'exhausted',
      rests: 1,
    });
  });

  it('given an own order in the way, when reached, then the newer order ends there and none of it rests', () => {
    const { book, order, send } = opened();
    send(order('sell', 100, 2));
    send(order('sell', 101, 2, 7n));
    expect(send(order('buy', 102, 5, 7n))).toEqual({ fills: [[1n, 100, 2]], end: 'own_order', rests: 0 });
    expect([book.best('sell'), book.best('buy')]).toEqual([101, undefined]);
  });

  it('given an own order behind enough others, when filled before reaching it, then it has no effect', () => {
    const { order, send } = opened();
    send(order('sell', 100, 2));
    send(order('sell', 100, 2, 7n));
    expect(send(order('buy', 100, 2, 7n)).end).toBe('filled');
  });

  it('given a budget, when prices rise, then it buys whole lots until the budget is spent', () => {
    const { order, send } = opened();
    send(order('sell', 100, 2));
    send(order('sell', 150, 9));
    expect(send(order('buy', 200, 99), { remainder: 'cancel', budget: 649 })).toEqual({
      fills: [
        [1n, 100, 2],
        [2n, 150, 2],
      ],
      end: 'exhausted',
      rests: 0,
    });
  });

  it('given house levels, when an order takes, then price goes first, and orders before the house at equal price', () => {
    const { order, send } = opened();
    send(order('sell', 100, 1));
    const house = [
      { price: 99, open: 1 },
      { price: 100, open: 1 },
      { price: 101, open: 5 },
    ];
    expect(send(order('buy', 101, 4), REST, house).fills).toEqual([
      ['house', 99, 1],
      [1n, 100, 1],
      ['house', 100, 1],
      ['house', 101, 1],
    ]);
    expect(house.map(({ open }) => open)).toEqual([0, 0, 4]);
  });

  it('given resting bids, when house asks come down to them, then they fill at their own prices in priority order', () => {
    const { book, order, send } = opened();
    send(order('buy', 100, 2));
    send(order('buy', 102, 2));
    const levels = [
      { price: 99, open: 3 },
      { price: 100, open: 5 },
      { price: 101, open: 5 },
    ];
    const fills = book.planSweep('sell', levels);
    expect(fills.map(({ maker, price, lots, level }) => [maker.id, price, lots, level])).toEqual([
      [2n, 102, 2, 0],
      [1n, 100, 1, 0],
      [1n, 100, 1, 1],
    ]);
    book.applySweep(fills, levels);
    expect(levels.map(({ open }) => open)).toEqual([0, 4, 5]);
    expect(book.best('buy')).toBeUndefined();
  });

  it('given an order that left the book, when it is cancelled, then it returns false', () => {
    const { book, order, send } = opened();
    const maker = order('sell', 100, 1);
    send(maker);
    send(order('buy', 100, 1));
    expect(book.cancel(maker)).toBe(false);
  });

  it('given a non-integer, crossing or duplicate order, when it is added, then it throws a defect', () => {
    const { book, order, send } = opened();
    for (const [price, open] of [
      [0, 1],
      [1, 0],
      [1.5, 1],
      [1, 0.5],
      [2 ** 53, 1],
      [1, 2 ** 53],
      [Number.NaN, 1],
    ] as const)
      expect(() => send(order('buy', price, open))).toThrow('whole');
    const resting = order('buy', 10, 1);
    book.restore(resting);
    expect(() => book.restore(order('sell', 10, 1))).toThrow('cross');
    expect(() => book.restore(resting)).toThrow('once');
    expect(() => book.plan(order('sell', 9, 1), { remainder: 'cancel', budget: 9 })).toThrow('budget');
    expect(() => book.plan(order('buy', 9, 1), { remainder: 'rest', budget: 9 })).toThrow('budget');
    expect(() =>
      book.planSweep('buy', [
        { price: 1, open: 1 },
        { price: 2, open: 1 },
      ]),
    ).toThrow('best first');
  });

  it('given books that differ in order, owner, side or lots, when hashed, then their hashes differ', () => {
    const hashOf = (...orders: BookOrder[]) => {
      const book = create();
      for (const one of orders) book.restore(one);
      return book.hash();
    };
    const one: BookOrder = { id: 1n, owner: 1n, side: 'buy', price: 5, open: 3 };
    const two: BookOrder = { ...one, id: 2n };
    const hashes = [
      [],
      [one],
      [one, two],
      [two, one],
      [{ ...one, owner: 2n }],
      [{ ...one, open: 2 }],
      [{ ...one, price: 4 }],
    ];
    const texts = [...hashes.map((orders) => hashOf(...orders)), hashOf({ ...one, side: 'sell' })];
    expect(new Set(texts).size).toBe(texts.length);
  });
});

describe('the fast book', () => {
  it('given a plan, when the book changed before it is applied, then it throws a defect', () => {
    const book = createBook();
    const maker: BookOrder = { id: 1n, owner: 1n, side: 'sell', price: 5, open: 3 };
    book.restore(maker);
    const taker: BookOrder = { id: 2n, owner: 2n, side: 'buy', price: 5, open: 3 };
    const plan = book.plan(taker, CANCEL);
    book.cancel(maker);
    expect(() => book.apply(taker, plan)).toThrow('this very state');
  });
});

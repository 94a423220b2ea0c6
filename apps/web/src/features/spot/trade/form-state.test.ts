import { type Amount, multiply, type Price } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STEPS } from './form-context.fixture.ts';
import {
  afterFill,
  emptyForm,
  isOrderForm,
  readField,
  withAmount,
  withForce,
  withKind,
  withoutAmount,
  withPrice,
  withSide,
  withTotal,
} from './form-state.ts';

const LIMIT = withPrice(emptyForm('buy'), '100.1', STEPS);
const MARKET = withKind(emptyForm('buy'), 'market', STEPS);
const decimals = (places: number) =>
  fc.tuple(fc.nat(999_999), fc.nat(10 ** places - 1)).map(([whole, rest]) => `${whole}.${rest}`);

describe('price, amount and total of a limit', () => {
  it('given a price, when an amount is typed, then the total is their product, rounded down', () => {
    expect(withAmount(LIMIT, '0.00123', STEPS)).toMatchObject({ amount: '0.00123', total: '0.12', lead: 'amount' });
  });

  it('given a price, when a total is typed, then the amount is what it buys, on the lot grid', () => {
    expect(withTotal(LIMIT, '100', STEPS)).toMatchObject({ amount: '0.99900', total: '100', lead: 'total' });
  });

  it('given a typed total, when the price changes, then the amount follows and the total stays', () => {
    expect(withPrice(withTotal(LIMIT, '100', STEPS), '50', STEPS)).toMatchObject({ amount: '2.00000', total: '100' });
  });

  it.each(['', '0', '0.', '.'])('given the price %j, when an amount is typed, then there is no total yet', (typed) => {
    expect(withAmount(withPrice(LIMIT, typed, STEPS), '1', STEPS)).toMatchObject({ amount: '1', total: '' });
  });

  it('given any total, then its amount never costs more, and one lot more would', () => {
    fc.assert(
      fc.property(decimals(1), decimals(2), (at, typed) => {
        const form = withTotal(withPrice(LIMIT, at, STEPS), typed, STEPS);
        const price = readField<Price>(at);
        const total = readField<Amount>(typed);
        fc.pre(price !== undefined && price > 0n && total !== undefined);
        const bought = readField<Amount>(form.amount);
        expect(bought).toBeDefined();
        if (bought === undefined) return;
        expect(multiply(bought, price, 'up') <= total).toBe(true);
        expect(multiply((bought + STEPS.lot) as Amount, price, 'down') > total - STEPS.lot).toBe(true);
        expect(bought % STEPS.lot).toBe(0n);
      }),
    );
  });
});

describe('the other side', () => {
  it('given a typed amount, when the side changes, then price and amount stay', () => {
    const form = withAmount(LIMIT, '0.5', STEPS);
    expect(withSide(form, 'sell', STEPS)).toEqual({ ...form, side: 'sell', share: undefined });
  });

  it('given a share of the balance, when the side changes, then it is cleared, and the price stays', () => {
    const form = { ...withAmount(LIMIT, '0.5', STEPS), share: 50 };
    expect(withSide(form, 'sell', STEPS)).toMatchObject({ price: '100.1', amount: '', total: '', share: undefined });
  });

  it('given money for a market purchase, when the side changes, then the form takes coins, and holds none yet', () => {
    expect(withSide(withTotal(MARKET, '50', STEPS), 'sell', STEPS)).toMatchObject({ lead: 'amount', amount: '' });
  });

  it('given the same side, when it is chosen, then nothing changes', () => {
    const form = { ...withAmount(LIMIT, '0.5', STEPS), share: 50 };
    expect(withSide(form, 'buy', STEPS)).toBe(form);
  });
});

describe('limit and market', () => {
  it('given nothing typed, when switched to a market buy, then the form takes money', () => {
    expect(MARKET).toMatchObject({ kind: 'market', lead: 'total' });
    expect(withKind(emptyForm('sell'), 'market', STEPS)).toMatchObject({ lead: 'amount' });
  });

  it('given coins typed, when switched to a market buy, then they stay coins', () => {
    expect(withKind(withAmount(LIMIT, '0.5', STEPS), 'market', STEPS)).toMatchObject({
      lead: 'amount',
      amount: '0.5',
      total: '',
    });
  });

  it('given money typed for a market order, when a time in force is chosen, then it is a limit with the same total', () => {
    const form = withForce(withTotal(withKind(LIMIT, 'market', STEPS), '100', STEPS), 'post', STEPS);
    expect(form).toMatchObject({ kind: 'limit', force: 'post', total: '100', amount: '0.99900' });
  });

  it('given an order was placed, when the form is reused, then only the amount is cleared', () => {
    expect(withoutAmount({ ...withAmount(LIMIT, '0.5', STEPS), share: 50 })).toEqual({ ...LIMIT, share: undefined });
  });
});

describe('the price after an order', () => {
  it('given it traded, then its price is cleared and follows the market, unless another was typed since', () => {
    const form = withAmount(LIMIT, '0.5', STEPS);
    expect(afterFill(form, LIMIT.price)).toMatchObject({ price: '', amount: '', total: '' });
    expect(afterFill(withPrice(form, '99', STEPS), LIMIT.price)).toMatchObject({ price: '99', amount: '' });
  });
});

describe('a stored draft', () => {
  it.each([emptyForm('sell'), { ...emptyForm('buy'), share: 25 }, MARKET])('%j is accepted', (form) => {
    expect(isOrderForm(JSON.parse(JSON.stringify(form)))).toBe(true);
  });

  it.each([
    null,
    'form',
    {},
    { ...emptyForm('buy'), side: 'hold' },
    { ...emptyForm('buy'), force: 'fok' },
    { ...emptyForm('buy'), price: 1 },
    { ...emptyForm('buy'), share: '25' },
    { ...emptyForm('buy'), best: 'last' },
  ])('%j is rejected', (kept) => {
    expect(isOrderForm(kept)).toBe(false);
  });
});

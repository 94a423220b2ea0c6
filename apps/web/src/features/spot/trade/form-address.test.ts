import { describe, expect, it } from 'vitest';
import { amount, CONTEXT, price, STEPS } from './form-context.fixture.ts';
import { withOrderFromAddress } from './form-moves.ts';
import { emptyForm, orderIn, repeatAddress, sideIn, withoutOrder, withSideIn } from './form-state.ts';

const LINK = new URLSearchParams('symbol=BTC/USDT&side=buy&price=77061.85&guide=1');

describe('the URL of the form', () => {
  it('given a link, then it sets a side and a price', () => {
    expect([sideIn(LINK), orderIn(LINK)]).toEqual(['buy', 'price=77061.85']);
  });

  it.each(['', 'side=', 'side=hold'])('given %j, then it sets neither', (search) => {
    const fields = new URLSearchParams(search);
    expect([sideIn(fields), orderIn(fields)]).toEqual([undefined, undefined]);
  });

  it('given the other side is chosen, then the URL has it once, and keeps the market and the guide', () => {
    expect([...withSideIn(LINK, 'sell')]).toEqual([
      ['symbol', 'BTC/USDT'],
      ['side', 'sell'],
      ['guide', '1'],
    ]);
  });

  it('given a URL without a side, when one is chosen, then the URL has it', () => {
    expect(sideIn(withSideIn(new URLSearchParams('symbol=BTC/USDT'), 'sell'))).toBe('sell');
  });

  it('given a price that was applied, then only the price is removed', () => {
    expect(withoutOrder(LINK).toString()).toBe('symbol=BTC%2FUSDT&side=buy&guide=1');
  });
});

describe('a link that repeats an order', () => {
  const ORDER = {
    symbol: 'BTC/USDT',
    type: 'sell',
    kind: 'limit',
    price: price('99.5'),
    amount: amount('0.25'),
    budget: null,
  } as const;
  const opened = (order: Parameters<typeof repeatAddress>[0]) => {
    const fields = new URLSearchParams(repeatAddress(order).split('?')[1]);
    expect([fields.get('symbol'), sideIn(fields)]).toEqual([order.symbol, order.type]);
    return withOrderFromAddress(emptyForm(order.type), orderIn(fields) ?? '', CONTEXT);
  };

  it('given a limit, then the form has its price and amount', () => {
    expect(opened(ORDER)).toMatchObject({ kind: 'limit', side: 'sell', price: '99.5', amount: '0.25000' });
  });

  it.each([
    ['of coins', { amount: amount('0.25'), budget: null }, { lead: 'amount', amount: '0.25000' }],
    ['for money', { amount: null, budget: amount('40') }, { lead: 'total', total: '40.00' }],
  ] as const)('given a market sale %s, then the form has the same', (_what, size, expected) => {
    expect(opened({ ...ORDER, kind: 'market', price: null, ...size })).toMatchObject({ kind: 'market', ...expected });
  });

  it('given text that is no number, then it is ignored', () => {
    const form = emptyForm('buy');
    expect(withOrderFromAddress(form, 'price=x&amount=-1&total=1e9', { ...CONTEXT, steps: STEPS })).toEqual(form);
  });
});

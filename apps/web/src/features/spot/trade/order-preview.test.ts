import { checkOrder } from '@app/domain/spot';
import { ZERO } from '@app/money';
import { describe, expect, it } from 'vitest';
import { amount, DEPTH, NO_DEPTH, ORDER_CONTEXT, price, STEPS } from './form-context.fixture.ts';
import { emptyForm, withAmount, withKind, withPrice, withSide, withTotal } from './form-state.ts';
import { budgetFor, fieldOf, orderRequestOf, previewOf } from './order-preview.ts';

const LIMIT = withPrice(emptyForm('buy'), '100', STEPS);
const MARKET = withKind(emptyForm('buy'), 'market', STEPS);
const ORDER = withAmount(LIMIT, '1', STEPS);
const stale = { ...ORDER_CONTEXT, index: { price: price('100'), ageMs: 60_000, isSimulated: true } };

describe('the request of a form', () => {
  it('given a complete limit, then it has price, amount and time in force', () => {
    const request = { kind: 'limit', side: 'buy', price: price('100'), quantity: amount('1'), force: 'gtc' };
    expect(orderRequestOf(ORDER, ORDER_CONTEXT, DEPTH)).toEqual(request);
  });

  it('given money for a market purchase, then that is its budget', () => {
    const request = { kind: 'market', side: 'buy', budget: amount('50') };
    expect(orderRequestOf(withTotal(MARKET, '50', STEPS), ORDER_CONTEXT, DEPTH)).toEqual(request);
  });

  it('given coins of a market purchase, then its budget is what they cost, fee included', () => {
    // 1 at 100.1 and 0.5 at 101, plus a fee of 0.1 %.
    expect(budgetFor(amount('1.5'), ORDER_CONTEXT, DEPTH)).toBe(amount('150.7506'));
    expect(orderRequestOf(withAmount(MARKET, '1.5', STEPS), ORDER_CONTEXT, DEPTH)).toMatchObject({
      budget: amount('150.7506'),
    });
  });

  it('given more coins than the book shows, then the rest is priced at the last level', () => {
    expect(budgetFor(amount('4'), ORDER_CONTEXT, DEPTH)).toBe(amount('403.5031'));
    expect(budgetFor(amount('4'), ORDER_CONTEXT, NO_DEPTH)).toBeUndefined();
  });

  it('given a market sale, then its size is in coins', () => {
    const form = withAmount(withKind(emptyForm('sell'), 'market', STEPS), '0.5', STEPS);
    expect(orderRequestOf(form, ORDER_CONTEXT, DEPTH)).toEqual({
      kind: 'market',
      side: 'sell',
      quantity: amount('0.5'),
    });
  });
});

describe('the preview while typing', () => {
  it.each([
    ['nothing known', ORDER, undefined, 'order_context'],
    ['no price', withAmount(withPrice(LIMIT, '', STEPS), '1', STEPS), ORDER_CONTEXT, 'price'],
    ['a price of nothing', withAmount(withPrice(LIMIT, '0', STEPS), '1', STEPS), ORDER_CONTEXT, 'price'],
    ['no amount', LIMIT, ORDER_CONTEXT, 'amount'],
    ['an amount of nothing', withAmount(LIMIT, '0.', STEPS), ORDER_CONTEXT, 'amount'],
    ['no budget', MARKET, ORDER_CONTEXT, 'total'],
  ] as const)('given %s, then that is reported as missing', (_case, form, orderContext, missing) => {
    expect(previewOf(form, orderContext, DEPTH)).toEqual({ state: 'incomplete', missing });
  });

  it('given coins to buy and no offers, then the book is reported as missing', () => {
    const form = withAmount(MARKET, '1', STEPS);
    expect(previewOf(form, ORDER_CONTEXT, NO_DEPTH)).toEqual({ state: 'incomplete', missing: 'book' });
    expect(previewOf(form, ORDER_CONTEXT, undefined)).toEqual({ state: 'incomplete', missing: 'book' });
  });

  it('given no loaded book, then a complete market order waits for it', () => {
    const sale = withAmount(withKind(emptyForm('sell'), 'market', STEPS), '0.5', STEPS);
    for (const form of [withTotal(MARKET, '50', STEPS), sale])
      expect(previewOf(form, ORDER_CONTEXT, undefined)).toEqual({ state: 'incomplete', missing: 'book' });
    expect(previewOf(MARKET, ORDER_CONTEXT, undefined)).toEqual({ state: 'incomplete', missing: 'total' });
  });

  it('given no loaded book, then a limit is possible without an estimate', () => {
    expect(previewOf(ORDER, ORDER_CONTEXT, undefined)).toMatchObject({ state: 'ready', estimate: undefined });
    const dear = previewOf(withAmount(LIMIT, '9.9901', STEPS), ORDER_CONTEXT, undefined);
    expect(dear).toMatchObject({ code: 'insufficient_balance', estimate: undefined });
  });

  it.each([
    ['a price off its grid', withPrice(ORDER, '100.05', STEPS), 'price_step_wrong', 'price'],
    ['too little', withAmount(LIMIT, '0.01', STEPS), 'below_minimum', 'amount'],
    ['too little of a total', withTotal(LIMIT, '1', STEPS), 'below_minimum', 'total'],
    ['a total that buys not one lot', withTotal(LIMIT, '0.0009', STEPS), 'below_minimum', 'total'],
    ['more than there is', withAmount(LIMIT, '9.9901', STEPS), 'insufficient_balance', 'amount'],
    ['more money than there is', withTotal(MARKET, '1000.01', STEPS), 'insufficient_balance', 'total'],
  ])('given %s, then it is refused at its field', (_case, form, code, field) => {
    expect(previewOf(form, ORDER_CONTEXT, DEPTH)).toMatchObject({ state: 'refused', code, field });
  });

  it('given too many open orders, then the form reports it, and the estimate is still shown', () => {
    const shown = previewOf(ORDER, { ...ORDER_CONTEXT, openOrders: 200 }, DEPTH);
    expect(shown).toMatchObject({ code: 'too_many_orders', field: 'form', estimate: { rests: amount('1') } });
  });

  it('given a stale price, then a market order waits, whatever is typed, and a limit does not', () => {
    expect(previewOf(MARKET, stale, DEPTH)).toMatchObject({ code: 'price_stale', field: 'form' });
    expect(previewOf(ORDER, stale, DEPTH)).toMatchObject({ state: 'ready' });
  });

  it.each([
    [{ isHalted: true }, 'market_closed'],
    [{ mode: 'real' }, 'price_simulated'],
  ] as const)('given %j, then an empty form already reports it', (change, code) => {
    expect(previewOf(LIMIT, { ...ORDER_CONTEXT, ...change }, DEPTH)).toMatchObject({ code, field: 'form' });
  });

  it('given all that is needed, then it is what the server’s rule accepts', () => {
    const shown = previewOf(withSide(ORDER, 'sell', STEPS), ORDER_CONTEXT, DEPTH);
    expect(shown).toMatchObject({ state: 'ready', estimate: { rests: amount('1'), taken: { quantity: ZERO } } });
    if (shown.state === 'ready') expect(checkOrder(shown.request, ORDER_CONTEXT).ok).toBe(true);
  });
});

describe('the field that shows the server’s refusal', () => {
  it.each([
    ['would_take', ORDER, 'price'],
    ['own_order_crossed', MARKET, 'form'],
    ['insufficient_balance', withTotal(LIMIT, '1', STEPS), 'total'],
    ['nothing_offered', MARKET, 'form'],
    ['some_news', ORDER, 'form'],
  ])('%s', (code, form, field) => {
    expect(fieldOf(code, form)).toBe(field);
  });
});

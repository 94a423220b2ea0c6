import { describe, expect, it } from 'vitest';
import { FORM } from './contract-context.fixture.ts';
import { hasOrder, withAddress, withoutOrder } from './contract-form.ts';

const LINK = new URLSearchParams('symbol=BTC/USDT&side=long&price=67000&lots=5&leverage=20&series=2026-12-25&guide=1');

describe('the URL of the form', () => {
  it('given an order, then the form has its fields, and a price makes it a limit', () => {
    expect(withAddress(FORM, LINK)).toMatchObject({
      kind: 'limit',
      price: '67000',
      unit: 'lots',
      size: '5',
      series: '2026-12-25',
    });
  });

  it('given an order that was applied, then only its fields are removed', () => {
    expect(withoutOrder(LINK).toString()).toBe('symbol=BTC%2FUSDT&side=long&guide=1');
    expect([hasOrder(LINK), hasOrder(withoutOrder(LINK))]).toEqual([true, false]);
  });

  it('given text that is no number, then it is ignored', () => {
    expect(withAddress(FORM, new URLSearchParams('price=x&lots=-1'))).toEqual(FORM);
  });
});

import { describe, expect, it } from 'vitest';
import { priceIn, sideIn, withoutPrice, withSideIn } from './form-address.ts';

const LINK = new URLSearchParams('symbol=BTC/USDT&side=buy&price=77061.85&guide=1');

describe('the address of the form', () => {
  it('given a link, then it asks for a side and a price', () => {
    expect([sideIn(LINK), priceIn(LINK)]).toEqual(['buy', '77061.85']);
  });

  it.each(['', 'side=', 'side=hold'])('given %j, then it asks for neither', (search) => {
    const fields = new URLSearchParams(search);
    expect([sideIn(fields), priceIn(fields)]).toEqual([undefined, undefined]);
  });

  it('given that the other side is chosen, then it says so once, and keeps the market and the guide', () => {
    expect([...withSideIn(LINK, 'sell')]).toEqual([
      ['symbol', 'BTC/USDT'],
      ['side', 'sell'],
      ['guide', '1'],
    ]);
  });

  it('given an address that says no side, when one is chosen, then it does', () => {
    expect(sideIn(withSideIn(new URLSearchParams('symbol=BTC/USDT'), 'sell'))).toBe('sell');
  });

  it('given a price that was taken, then only that is gone', () => {
    expect(withoutPrice(LINK).toString()).toBe('symbol=BTC%2FUSDT&side=buy&guide=1');
  });
});

import { describe, expect, it } from 'vitest';
import { priceIn, sideIn, withoutPrice, withSideIn } from './form-state.ts';

const LINK = new URLSearchParams('symbol=BTC/USDT&side=buy&price=77061.85&guide=1');

describe('the URL of the form', () => {
  it('given a link, then it sets a side and a price', () => {
    expect([sideIn(LINK), priceIn(LINK)]).toEqual(['buy', '77061.85']);
  });

  it.each(['', 'side=', 'side=hold'])('given %j, then it sets neither', (search) => {
    const fields = new URLSearchParams(search);
    expect([sideIn(fields), priceIn(fields)]).toEqual([undefined, undefined]);
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
    expect(withoutPrice(LINK).toString()).toBe('symbol=BTC%2FUSDT&side=buy&guide=1');
  });
});

import { type Amount, type Price, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import { ended, settlement } from './deal.fixture.ts';
import { figuresOfDeal, unitsOf } from './deal-figures.ts';

const amount = (text: string) => parseDecimal<Amount>(text);

describe('the figures of an ended deal', () => {
  it('given one close, then the exit is its price and the return counts every fee', () => {
    const deal = ended({ result: amount('10'), fees: amount('0.484') }, [settlement({})]);
    expect(figuresOfDeal(deal)).toEqual({
      lots: amount('10'),
      exit: parseDecimal<Price>('61000'),
      margin: amount('60'),
      result: amount('10'),
      fees: amount('0.484'),
      net: amount('9.516'),
      returned: parseDecimal('0.1586'),
    });
  });

  it('given closes at two prices, then the exit is their average by lots and margins add up', () => {
    const parts = [
      settlement({ lots: amount('7.5'), price: parseDecimal<Price>('61000'), margin: amount('45') }),
      settlement({ lots: amount('2.5'), price: parseDecimal<Price>('63000'), margin: amount('15') }),
    ];
    const { exit, margin, lots } = figuresOfDeal(ended({}, parts));
    expect([exit, margin, lots]).toEqual([parseDecimal('61500'), amount('60'), amount('10')]);
  });

  it('given a loss beyond the margin, then the user’s part of it ends at the margin', () => {
    const parts = [
      settlement({ result: amount('-65'), shortfall: amount('5'), fee: amount('0'), returned: amount('0') }),
    ];
    const { net, returned } = figuresOfDeal(ended({ result: amount('-65'), fees: amount('0.24') }, parts));
    expect(net).toBe(amount('-60.24'));
    expect(returned).toBe(parseDecimal('-1.004'));
  });

  it('given a cancelled order, then there is no exit and no return', () => {
    const { exit, returned, net } = figuresOfDeal(ended({ status: 4 }, []));
    expect([exit, returned, net]).toEqual([undefined, undefined, amount('0')]);
  });

  it('counts lots in base units', () => expect(unitsOf(amount('12.5'), ended({}, []))).toBe(amount('0.0125')));
});

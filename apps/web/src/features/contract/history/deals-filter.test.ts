import { describe, expect, it } from 'vitest';
import { isFiltered, readDealId, readFilter, requestOf, writeFilter } from './deals-filter.ts';

const read = (query: string) => readFilter(new URLSearchParams(query));
const NOW = Date.parse('2026-11-18T10:00:00Z');

describe('the filter of ended deals', () => {
  it.each(['', 'symbol=BTC%2FUSDT&side=short&outcome=liquidation&days=7', 'from=2026-11-01&to=2026-11-03'])(
    'given the address %j, then writing what was read gives it back',
    (query) => expect(new URLSearchParams(writeFilter(read(query))).toString()).toBe(query),
  );

  it('given values that do not exist, then they do not filter', () => {
    expect(isFiltered(read('side=up&outcome=won&days=8&symbol='))).toBe(false);
    expect(isFiltered(read('side=long'))).toBe(true);
  });

  it('given a side and days, then the request names the wire’s side and the first moment of the first day', () => {
    const request = requestOf(read('symbol=BTC/USDT&side=short&days=7'), NOW, 'UTC');
    expect(request).toEqual({ currency_name: 'BTC/USDT', type: 'sell', from: Date.parse('2026-11-12T00:00:00Z') });
  });

  it('given cancelled orders, then their status is requested; given a cause, then closed positions with it', () => {
    expect(requestOf(read('outcome=cancelled'), NOW, 'UTC')).toEqual({ status: 4 });
    expect(requestOf(read('outcome=user'), NOW, 'UTC')).toEqual({ status: 3, cause: 'user' });
  });
});

describe('the deal of an address', () => {
  it.each([
    ['deal=742', 742n],
    ['deal=', undefined],
    ['deal=7x', undefined],
    ['', undefined],
  ])('given %j, then it is %s', (query, id) => expect(readDealId(new URLSearchParams(query))).toBe(id));
});

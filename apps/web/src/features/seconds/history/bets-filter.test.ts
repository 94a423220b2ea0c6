import { describe, expect, it } from 'vitest';
import { isFiltered, readFilter, requestOf, writeFilter } from './bets-filter.ts';

const read = (query: string) => readFilter(new URLSearchParams(query));
const NOW = Date.parse('2026-11-18T10:00:00Z');

describe('the filter of ended bets', () => {
  it.each(['', 'symbol=BTC%2FUSDT&side=down&outcome=void&days=7', 'from=2026-11-01&to=2026-11-03'])(
    'given the address %j, then writing what was read gives it back',
    (query) => expect(new URLSearchParams(writeFilter(read(query))).toString()).toBe(query),
  );

  it('given values that do not exist, then they do not filter', () => {
    expect(isFiltered(read('side=long&outcome=won&days=8&symbol='))).toBe(false);
    expect(isFiltered(read('outcome=flat'))).toBe(true);
  });

  it('given a side, an outcome and days, then the request names them as the wire does', () => {
    const request = requestOf(read('symbol=BTC/USDT&side=down&outcome=loss&days=7'), NOW, 'UTC');
    const from = Date.parse('2026-11-12T00:00:00Z');
    expect(request).toEqual({ status: 1, symbol: 'BTC/USDT', type: 2, result: 'loss', from });
  });

  it('given no filter, then only ended bets are requested', () =>
    expect(requestOf(read(''), NOW, 'UTC')).toEqual({ status: 1 }));
});

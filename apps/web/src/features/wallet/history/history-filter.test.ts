import { describe, expect, it } from 'vitest';
import { historyPath, isFiltered, readFilter, tabIn, transferIn, writeFilter } from './history-filter.ts';

const read = (search: string) => readFilter(new URLSearchParams(search));

describe('the filter of the list of transfers', () => {
  it.each([{}, { currency: 'BTC' }, { account: 'fiat' }, { currency: 'USDT', account: 'wallet' }] as const)(
    'given %j, when it is written to the address and read again, then it is the same',
    (filter) => {
      expect(readFilter(new URLSearchParams(writeFilter(filter)))).toEqual(filter);
      expect(isFiltered(filter)).toBe(Object.keys(filter).length > 0);
    },
  );

  it.each(['coin=', 'coin=<script>', 'coin=btc', 'account=moon', 'account=bonus', 'coin=ABCDEFGHIJK'])(
    'given %j, then it does not filter',
    (search) => {
      expect(isFiltered(read(search))).toBe(false);
    },
  );
});

describe('the transfer an address names', () => {
  it('given the address of a transfer, then it is its id', () => {
    const [, query] = historyPath(123n).split('?');
    expect(transferIn(new URLSearchParams(query))).toBe(123n);
    expect(historyPath()).not.toContain('?');
  });

  it.each(['', '0', '-1', '1e9', '01', '12345678901234567890', 'x'])('given %j, then there is none', (id) => {
    expect(transferIn(new URLSearchParams({ id }))).toBeUndefined();
  });
});

describe('the list an address names', () => {
  it.each([
    ['', 'transfers'],
    ['tab=conversions', 'conversions'],
    ['tab=moon', 'transfers'],
  ] as const)('given %j, then it is %s', (search, tab) => {
    expect(tabIn(new URLSearchParams(search))).toBe(tab);
  });
});

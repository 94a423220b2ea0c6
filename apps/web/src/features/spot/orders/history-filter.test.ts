import { describe, expect, it } from 'vitest';
import { isFiltered, readFilter, requestOf, writeFilter } from './history-filter.ts';

const read = (address: string) => readFilter(new URLSearchParams(address));
const NOW = Date.parse('2026-03-10T20:00:00Z');
const requestFor = (address: string, zone = 'UTC') => requestOf(read(address), NOW, zone);
const at = (text: string) => Date.parse(text);

describe('a filter in a URL', () => {
  it.each([
    {},
    { symbol: 'BTC/USDT', side: 'sell', status: 'filled', days: '7' },
    { from: '2026-03-01', to: '2026-03-05' },
    { side: 'buy', from: '2026-03-01', to: '2026-03-01' },
  ])('given %j, when it is read and written, then it is the same', (fields: Record<string, string>) => {
    const address = new URLSearchParams(fields).toString();
    expect(new URLSearchParams(writeFilter(read(address))).toString()).toBe(address);
  });

  it.each(['side=hold', 'status=open', 'days=8', 'from=2026-03-05&to=2026-03-01', 'from=2026-03-05', 'symbol='])(
    'given %s, then nothing is filtered by it',
    (address) => {
      expect(isFiltered(read(address))).toBe(false);
    },
  );

  it('given one condition, then something is filtered', () => {
    expect(isFiltered(read('side=buy'))).toBe(true);
  });
});

describe('the list request', () => {
  it('given no filter, then it requests all closed orders', () => {
    expect(requestFor('')).toEqual({ status: 'closed' });
  });

  it('given pair, side and state, then it requests those', () => {
    expect(requestFor('symbol=ETH/USDT&side=sell&status=cancelled')).toEqual({
      status: 'cancelled',
      symbol: 'ETH/USDT',
      type: 'sell',
    });
  });

  it.each([
    ['1', 'UTC', '2026-03-10T00:00:00Z'],
    ['7', 'UTC', '2026-03-04T00:00:00Z'],
    ['30', 'UTC', '2026-02-09T00:00:00Z'],
    ['1', 'Asia/Hong_Kong', '2026-03-10T16:00:00Z'],
    ['7', 'America/New_York', '2026-03-04T05:00:00Z'],
  ])("given the last %s days in %s, then it starts at the first day's midnight there", (days, zone, from) => {
    expect(requestFor(`days=${days}`, zone)).toEqual({ status: 'closed', from: at(from) });
  });

  it('given a range, then both of its days are included', () => {
    expect(requestFor('from=2026-03-07&to=2026-03-08', 'America/New_York')).toEqual({
      status: 'closed',
      from: at('2026-03-07T05:00:00Z'),
      to: at('2026-03-09T04:00:00Z'),
    });
  });
});

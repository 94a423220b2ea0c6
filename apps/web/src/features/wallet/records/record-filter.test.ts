import { type Amount, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import {
  daysIn,
  isFiltered,
  monthsBetween,
  type RecordFilter,
  readFilter,
  requestOf,
  writeFilter,
} from './record-filter.ts';
import { coinNets, totalsOf } from './records-query.ts';

const read = (search: string) => readFilter(new URLSearchParams(search));
const NOON = Date.parse('2026-11-18T12:00:00Z');
const amount = (text: string) => parseDecimal<Amount>(text);

describe('the months of a range of days', () => {
  it.each([
    ['2026-11-01', '2026-11-30', ['2026-11']],
    ['2026-12-31', '2027-01-01', ['2026-12', '2027-01']],
    ['2026-01-31', '2026-03-01', ['2026-01', '2026-02', '2026-03']],
  ])('from %s to %s are %j', (from, to, months) => {
    expect(monthsBetween(from, to)).toEqual(months);
  });
});

describe('the filter of records', () => {
  it.each<RecordFilter>([
    { period: { kind: 'last', days: '30' } },
    { group: 'trade', currency: 'BTC', period: { kind: 'last', days: 'all' } },
    { group: 'hold', period: { kind: 'range', from: '2026-11-01', to: '2026-11-16' } },
  ])('given %j, when it is written to the address and read again, then it is the same', (filter) => {
    expect(read(String(new URLSearchParams(writeFilter(filter))))).toEqual({
      group: undefined,
      currency: undefined,
      ...filter,
    });
  });

  it.each([
    'kind=moon',
    'currency=<script>',
    'days=5',
    'from=2026-11-09&to=2026-11-01',
    'from=2026-13-40&to=2026-13-41',
  ])('given %j, then it is the last thirty days of everything', (search) => {
    expect(read(search)).toEqual({ group: undefined, currency: undefined, period: { kind: 'last', days: '30' } });
  });

  it('given a preset, then it has that many days of UTC with today, and is open at its end', () => {
    expect(daysIn({ kind: 'last', days: '7' }, NOON)).toEqual({ from: '2026-11-12', to: '2026-11-18' });
    expect(requestOf(read('days=7'), NOON)).toEqual({ from: Date.parse('2026-11-12T00:00:00Z') });
    expect(requestOf(read('days=all&kind=out'), NOON)).toEqual({ kind: 'out' });
  });

  it('given a range that has ended, then it ends with its last day', () => {
    expect(requestOf(read('from=2026-11-01&to=2026-11-02&currency=ETH'), NOON)).toEqual({
      currency: 'ETH',
      from: Date.parse('2026-11-01T00:00:00Z'),
      to: Date.parse('2026-11-03T00:00:00Z'),
    });
  });

  it('only all of everything is not filtered', () => {
    expect([isFiltered(read('days=all')), isFiltered(read('')), isFiltered(read('days=all&kind=in'))]).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe('totals', () => {
  it('given figures, then what came, went, was earned and paid add up to the net', () => {
    const value = (text: string) => ({ kind: 'x', product: 'spot', value: amount(text) }) as const;
    const figures = { flows: [value('100'), value('-30')], results: [value('5')], fees: [value('2')] };
    expect(totalsOf(figures)).toEqual({
      came: amount('100'),
      went: amount('-30'),
      result: amount('5'),
      paid: amount('2'),
      net: amount('73'),
    });
  });

  it('given a day that is not loaded whole, then it has no net', () => {
    const at = (day: string, available: string) => ({
      id: 1n,
      kind: 'deposit',
      group: 'in' as const,
      at: Date.parse(day),
      entries: [{ account: 'wallet' as const, currency: 'BTC', available: amount(available), frozen: amount('0') }],
      facts: null,
    });
    const records = [at('2026-11-02T05:00Z', '1'), at('2026-11-02T04:00Z', '2'), at('2026-11-01T23:00Z', '4')];
    expect([...coinNets(records, 'BTC', false)]).toEqual([['2026-11-02', amount('3')]]);
    expect(coinNets(records, 'BTC', true).get('2026-11-01')).toBe(amount('4'));
  });
});

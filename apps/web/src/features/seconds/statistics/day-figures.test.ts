import { type Amount, parseDecimal, type Rate } from '@app/money';
import { describe, expect, it } from 'vitest';
import { byDay, type DayOfMarket, figuresOf } from './day-figures.ts';

const amount = (text: string) => parseDecimal<Amount>(text);

const day = (fields: Partial<DayOfMarket>): DayOfMarket => ({
  symbol: 'BTC/USDT',
  match_id: 1,
  day: '2026-11-18',
  currency_name: 'USDT',
  profits: 1,
  losses: 2,
  flats: 1,
  voids: 1,
  cancels: 1,
  stakes: amount('40'),
  returned: amount('28.5'),
  first_place: 1,
  last_place: 6,
  root: 'aa',
  ...fields,
});

describe('the figures of days', () => {
  it('adds the counts and sums of one currency; the result of the platform is stakes less payouts', () => {
    const [figures, ...others] = figuresOf([day({}), day({ day: '2026-11-17', returned: amount('60') })]);
    expect(others).toEqual([]);
    expect(figures).toMatchObject({ bets: 12, profits: 2, losses: 4, stakes: amount('80'), result: amount('-8.5') });
    expect(figures?.wins).toBe(parseDecimal<Rate>('0.25'));
    expect(figures?.paid).toBe(parseDecimal<Rate>('1.10625'));
  });

  it('given two currencies, then they are never added', () => {
    const figures = figuresOf([day({}), day({ currency_name: 'USDC' })]);
    expect(figures.map(({ currency, bets }) => [currency, bets])).toEqual([
      ['USDT', 6],
      ['USDC', 6],
    ]);
  });

  it('given only void and cancelled bets, then there is no share of wins and payouts', () => {
    const nothing = { profits: 0, losses: 0, flats: 0, stakes: amount('0'), returned: amount('0') };
    expect(figuresOf([day(nothing)])).toMatchObject([{ bets: 2, wins: undefined, paid: undefined }]);
  });

  it('groups rows by day in their order', () => {
    const rows = [day({}), day({ symbol: 'ETH/USDT' }), day({ day: '2026-11-17' })];
    expect(byDay(rows).map(([name, list]) => [name, list.length])).toEqual([
      ['2026-11-18', 2],
      ['2026-11-17', 1],
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { daysLeft, factsOf, seriesOf } from './futures-facts.ts';

const at = (day: string) => Date.parse(`${day}T08:00:00Z`);
const series = (day: string, isOpen = true) => ({ series: day, is_open: isOpen, delivers: at(day) });

type Rules = Parameters<typeof seriesOf>[0];
const rules = (list: readonly object[]) => ({ list }) as unknown as Rules; // Only the fields that are read.

describe('the delivery contracts', () => {
  it('are listed by market, then by day, without the perpetual one', () => {
    const perp = { series: 'perp', is_open: true, delivers: null };
    const found = seriesOf(
      rules([
        { symbol: 'BTC/USDT', leverage_max: 100, series: [perp, series('2026-12-25'), series('2026-11-20', false)] },
        { symbol: 'SOL/USDT', leverage_max: 50, series: [perp] },
      ]),
    );
    expect(found.map(({ symbol, day, isOpen }) => [symbol, day, isOpen])).toEqual([
      ['BTC/USDT', '2026-11-20', false],
      ['BTC/USDT', '2026-12-25', true],
    ]);
  });

  it.each([
    ['2026-11-18T08:00:00Z', 2],
    ['2026-11-18T08:00:01Z', 1],
    ['2026-11-20T07:59:59Z', 0],
    ['2026-11-20T09:00:00Z', 0],
  ])('given %s, then %i whole days are left to the 20th', (now, days) => {
    expect(daysLeft({ delivers: at('2026-11-20') }, Date.parse(now))).toBe(days);
  });
});

describe('the label of a contract', () => {
  const known = new Map([['BTC/USDT', { leverage_max: 100 }]]) as unknown as Parameters<typeof factsOf>[1]; // As above.

  it('is its highest leverage', () => expect(factsOf('BTC/USDT', known)).toEqual(['100×']));

  it.each([undefined, new Map()])('given rules %j without it, then there is none', (unknown) =>
    expect(factsOf('BTC/USDT', unknown)).toEqual([]),
  );
});

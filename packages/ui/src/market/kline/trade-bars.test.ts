import { describe, expect, it } from 'vitest';
import type { KlineTrade } from './kline-source.ts';
import { tradedBars } from './trade-bars.ts';

const BARS = [100, 200, 300, 500].map((timestamp) => ({ timestamp }));
const LETTERS = { buy: 'B', sell: 'S' } as const;
let count = 0;
const trade = (time: number, side: KlineTrade['side'] = 'buy'): KlineTrade => ({
  id: String(count++),
  time,
  side,
  letter: LETTERS[side],
});

describe('the bars of the user’s trades', () => {
  it.each([
    ['at the start of a bar', 200, 1],
    ['within a bar', 299, 1],
    ['where a bar is missing', 450, 2],
    ['after the last bar began', 9_999, 3],
  ])('given a trade %s, when it is marked, then the mark is at the bar that began last', (_when, time, index) =>
    expect(tradedBars(BARS, [trade(time)])).toEqual([{ index, side: 'buy', letter: 'B' }]),
  );

  it('given a trade before the first known bar, when the history arrives, then it is marked at its bar', () => {
    expect(tradedBars(BARS, [trade(99)])).toEqual([]);
    expect(tradedBars([{ timestamp: 0 }, ...BARS], [trade(99)])).toEqual([{ index: 0, side: 'buy', letter: 'B' }]);
  });

  it('given several trades in a bar, when they are marked, then there is one mark for each side', () =>
    expect(tradedBars(BARS, [trade(301), trade(250, 'sell'), trade(240), trade(230), trade(200, 'sell')])).toEqual([
      { index: 2, side: 'buy', letter: 'B' },
      { index: 1, side: 'sell', letter: 'S' },
      { index: 1, side: 'buy', letter: 'B' },
    ]));

  it('given no bars, when trades are marked, then there are no marks', () =>
    expect(tradedBars([], [trade(1)])).toEqual([]));
});

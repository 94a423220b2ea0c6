import type { MarketState } from '@app/domain/market';
import { type Amount, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import { coinsIn, deadForMs } from './price-marks.ts';

const NOW = 1_000_000;
const mark = (state: MarketState, ageMs: number) => ({ state, at: NOW - ageMs });
const amount = (text: string) => parseDecimal<Amount>(text);

describe('prices of owned coins', () => {
  it.each([
    ['all young', [mark('open', 300), mark('open', 5_000)], undefined, undefined],
    ['one dead among living ones', [mark('open', 300), mark('open', 61_500)], undefined, 61_000],
    ['two dead', [mark('open', 7_200), mark('open', 9_900)], undefined, 9_000],
    ['one that was said to be stale', [mark('stale', 900), mark('open', 300)], undefined, 0],
    ['one from the future', [mark('open', -9_000)], undefined, 0],
    ['a closed market alone', [mark('closed', 90_000_000)], undefined, undefined],
    ['a closed market while all stand still', [mark('closed', 90_000_000)], 8_000, undefined],
    ['a closed market beside a dead one', [mark('closed', 90_000_000), mark('open', 6_000)], undefined, 6_000],
    ['a halted market with a young price', [mark('halted', 300)], undefined, undefined],
    ['a halted market with an old price', [mark('halted', 20_000)], undefined, 20_000],
    ['all standing still', [mark('open', 4_400)], 4_000, 4_000],
    ['no coins while all stand still', [], 8_000, undefined],
  ] as const)(
    'given %s, when they are checked, then the age of the oldest stale price is returned',
    (_what, marks, standstillMs, forMs) => {
      expect(deadForMs(marks, { nowMs: NOW, standstillMs })).toBe(forMs);
    },
  );

  it('cover only coins other than the accounting currency, with a balance above zero', () => {
    const holdings = new Map([['BTC', amount('1.5')], ['USDT', amount('2')], ['ETH', amount('0')]]); // biome-ignore format: a table
    expect(coinsIn(holdings)).toEqual(['BTC']);
  });
});

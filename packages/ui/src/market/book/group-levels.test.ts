import { type Amount, type Price, parseDecimal, sum } from '@app/money';
import { describe, expect, it } from 'vitest';
import type { BookLevel } from './book-source.ts';
import { groupLevels } from './group-levels.ts';

const price = (text: string) => parseDecimal<Price>(text);
const level = (at: string, amount: string): BookLevel => [price(at), parseDecimal<Amount>(amount)];
const BIDS = [level('67842.0', '0.2'), level('67841.3', '0.04'), level('67841.0', '0.9'), level('67838.7', '0.3')];
const ASKS = [level('67842.6', '0.1'), level('67843.0', '0.01'), level('67843.1', '0.3'), level('67850', '0.8')];

describe('grouped levels', () => {
  it('given bids, when the step is coarser, then each is in the group at or below its price', () => {
    expect(groupLevels(BIDS, { step: price('1'), side: 'bid', most: 9 })).toEqual([
      level('67842', '0.2'),
      level('67841', '0.94'),
      level('67838', '0.3'),
    ]);
  });

  it('given asks, when the step is coarser, then each is in the group at or above its price', () => {
    expect(groupLevels(ASKS, { step: price('1'), side: 'ask', most: 9 })).toEqual([
      level('67843', '0.11'),
      level('67844', '0.3'),
      level('67850', '0.8'),
    ]);
  });

  it('given the tick itself as the step, when grouped, then every level stays as it is', () => {
    expect(groupLevels(BIDS, { step: price('0.1'), side: 'bid', most: 9 })).toEqual(BIDS);
  });

  it('given amounts that floats cannot add, when grouped, then the sum is exact', () => {
    const many = Array.from({ length: 10 }, () => level('1.5', '0.100000000000000001'));
    const [group] = groupLevels(many, { step: price('1'), side: 'ask', most: 1 });
    expect(group?.[1]).toBe(sum(many.map(([, amount]) => amount)));
  });

  it('given more groups than rows, when grouped, then the last row has its whole group and nothing beyond', () => {
    expect(groupLevels(BIDS, { step: price('1'), side: 'bid', most: 2 })).toEqual([
      level('67842', '0.2'),
      level('67841', '0.94'),
    ]);
  });
});

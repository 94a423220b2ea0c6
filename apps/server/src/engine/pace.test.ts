import { describe, expect, it } from 'vitest';
import { isBackground, Pace } from './pace.ts';
import type { ProductTypes } from './product.ts';
import type { PendingCommand } from './queue.ts';

type Made = Partial<Pick<PendingCommand<ProductTypes>, 'lane' | 'record' | 'isContinued' | 'isLong'>>;

const made = (fields: Made) => fields as unknown as PendingCommand<ProductTypes>; // What is read.
const RUN = made({ lane: 'next', isContinued: true, isLong: true });
const NIGHT = made({ lane: 'last' });
const RECORD = { key: 'k', route: 'r', hash: 'h' };

describe('the pace of background work', () => {
  it.each([
    ['a long run that continues', RUN, true],
    ['a run with little left', made({ lane: 'next', isContinued: true }), false],
    ['deferrable work', NIGHT, true],
    ['what a price has just triggered', made({ lane: 'next' }), false],
    ['a request that continues', made({ lane: 'next', isContinued: true, isLong: true, record: RECORD }), false],
    ['a request', made({ lane: 'then', record: RECORD }), false],
  ])('given %s, then it is background work or not', (_, pending, expected) => {
    expect(isBackground(pending)).toBe(expected);
  });

  it('given a caller just now, when a part has ended, then a run rests half of its time and a night all of it', () => {
    const arrivals = { lastMs: 1_000 };
    const restOf = (batch: readonly PendingCommand<ProductTypes>[], tookMs: number) => {
      const pace = new Pace(arrivals);
      pace.note(batch, tookMs, 1_100);
      return [1, 9, 10, 19, 20, 99, 100, 500].findLast((ms) => pace.isResting(1_100 + ms)) ?? 0;
    };
    expect(restOf([RUN], 20)).toBe(9);
    expect(restOf([NIGHT], 20)).toBe(19);
    expect(restOf([RUN, NIGHT], 20)).toBe(19);
    expect(restOf([made({ lane: 'next' }), made({ lane: 'then', record: RECORD })], 20)).toBe(0);
    expect(restOf([NIGHT], 10_000)).toBe(99);
  });

  it('given no caller for a while, when a part has ended, then the next one follows at once', () => {
    const pace = new Pace({ lastMs: 1_000 });
    pace.note([RUN, NIGHT], 50, 1_501);
    expect(pace.isResting(1_501)).toBe(false);
  });
});

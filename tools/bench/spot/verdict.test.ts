import { describe, expect, it } from 'vitest';
import { type Figures, judgeSpot } from './verdict.ts';

const figures = (ratio: number, p99: number): Figures => ({
  compared: { ours: 1_000, bare: 2_000, ratio, rounds: [] },
  walBytes: 2_400,
  walBytesInAll: 2_800,
  storedBytes: 1_000,
  p50: 20,
  dust: { largeMs: [300], freeP99: 20, dustP99: 25, sameMarketMs: 310 },
  p99,
});
const held = (heldP99: number) => ({
  held: 'does nothing' as const,
  freeP99: 10,
  heldP99,
  blocked: { orders: 0, busy: 0, slowestMs: 0 },
});

describe('the verdict of the spot bench', () => {
  it('given figures within their aims, then nothing is missed', () => {
    expect(judgeSpot(figures(0.75, 150), { helds: [held(20), held(20)], history: 0.75 }).missed).toEqual([]);
  });

  it('given a short run far below its aim, then the run holds and the aim is still missed', () => {
    expect(judgeSpot(figures(0.1, 400))).toMatchObject({
      holds: true,
      missed: ['ratio to bare 0.10 (aim ≥ 0.75)', 'p99 at half load 400 ms (aim ≤ 150 ms)'],
    });
  });

  it('given the figures of the long form, then each has its aim', () => {
    const { missed } = judgeSpot(figures(0.8, 100), { helds: [held(20.1), held(30)], history: 0.7 });
    expect(missed).toEqual([
      'p99 of others while an idle account is held, times 2.01 (aim ≤ 2.00)',
      'p99 of others while an ordering account is held, times 3.00 (aim ≤ 2.00)',
      'rate with history 0.70 (aim ≥ 0.75)',
    ]);
  });

  it('given no locked account, then that aim is missed', () => {
    expect(judgeSpot(figures(0.8, 100), { helds: [], history: 1 }).missed).toHaveLength(2);
  });
});

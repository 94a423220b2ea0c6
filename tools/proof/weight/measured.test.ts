import { describe, expect, it } from 'vitest';
import { judgeMeasured, type Measured, tableOf } from './measured.ts';

const lcp = (value: number): Measured => ({ kind: 'LCP', what: 'home: LCP', value, unit: 's', aim: 2.5 });
const frame = (value: number): Measured => ({ kind: 'frame', what: 'the frame', value, unit: 'kB', limit: 130 });

describe('the verdict of figures', () => {
  it('given a figure above its aim, then it holds and names the aim', () => {
    expect(judgeMeasured([frame(120), lcp(9)])).toEqual({
      holds: true,
      figure: 'frame 120.0 kB, LCP 9.00 s',
      missed: ['home: LCP 9.00 s (aim ≤ 2.50 s)'],
    });
  });

  it('given a figure above its limit, then it does not hold', () => {
    expect(judgeMeasured([frame(130.1), lcp(2)])).toEqual({
      holds: false,
      figure: 'BROKEN: the frame 130.1 kB (≤ 130.0 kB); frame 130.1 kB, LCP 2.00 s',
      missed: [],
    });
  });

  it('given all figures at their limits, then nothing is missed', () => {
    const verdict = judgeMeasured([frame(130), lcp(2.5)]);
    expect([verdict.holds, verdict.missed]).toEqual([true, []]);
  });

  it('given a figure that was not measured, then its limit is broken and its aim missed', () => {
    const verdict = judgeMeasured([frame(Number.NaN), lcp(Number.NaN)]);
    expect([verdict.holds, verdict.missed?.length]).toEqual([false, 1]);
  });
});

it('a table marks figures above a limit, above an aim and within', () => {
  const [, , ...lines] = tableOf('', [
    frame(131),
    lcp(2.6),
    frame(1),
    { kind: 'file', what: 'x', value: 1, unit: 'kB' },
  ]);
  expect(lines.map((line) => line[2])).toEqual(['✗', '!', '✓', ' ']);
});

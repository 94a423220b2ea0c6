import { describe, expect, it } from 'vitest';
import { atLeast, atMost, describeLine, guarantee, judge, ratio, tasked, timed } from './aims.ts';

describe('a verdict', () => {
  it('given a missed aim and no broken guarantee, then it holds and names the aim', () => {
    const verdict = judge([guarantee('nothing was lost', true), timed('page shown in', 260, 200)]);
    expect(verdict).toEqual({
      holds: true,
      figure: '0 of 1 aims met',
      missed: ['page shown in 260 ms (aim ≤ 200 ms)'],
    });
  });

  it('given a broken guarantee, then it does not hold, however good the figures are', () => {
    const verdict = judge([guarantee('2 ticks differ', false), timed('page shown in', 20, 200)], '20 ms');
    expect(verdict).toEqual({ holds: false, figure: 'BROKEN: 2 ticks differ; 20 ms', missed: [] });
  });

  it('given every aim reached, then the summary is its figure', () => {
    const line = atLeast({ text: 'ratio', value: 0.8, aim: 0.8, format: ratio });
    expect(judge([line], 'ratio 0.80')).toEqual({ holds: true, figure: 'ratio 0.80', missed: [] });
  });
});

describe('a figure', () => {
  it('reaches its aim when it equals it, and misses it just beyond', () => {
    const most = (value: number) => atMost({ text: '', value, aim: 1, format: ratio }).isMet;
    const least = (value: number) => atLeast({ text: '', value, aim: 1, format: ratio }).isMet;
    expect([most(1), most(1.001), least(1), least(0.999)]).toEqual([true, false, true, false]);
  });

  it('misses its aim when nothing was measured', () => {
    expect(timed('', Number.NaN, 5).isMet).toBe(false);
    expect(atLeast({ text: '', value: Number.NaN, aim: 0, format: ratio }).isMet).toBe(false);
  });

  it('counts long tasks without any allowance', () => {
    expect(tasked('list:', { ours: 1.1, blank: 9 }, 1)).toEqual({
      kind: 'figure',
      text: 'list: tasks > 50 ms in 10 s, blank page 9.0: 1.1 (aim ≤ 1.0)',
      isMet: false,
    });
  });
});

it('a line shows whether it is reached, missed or broken', () => {
  const lines = [guarantee('a', true), guarantee('b', false), timed('c', 2, 1)].map(describeLine);
  expect(lines).toEqual(['✓ a', '✗ b', '! c 2 ms (aim ≤ 1 ms)']);
});

import { expect, it } from 'vitest';
import { parseSpent, shareBetween } from './stolen.ts';

const line = (ticks: string) => `cpu  ${ticks} 0 0\ncpu0 1 2 3 4 5 6 7 8 9 10\n`;

it('the share is of the wanted time, which excludes idle and iowait', () => {
  const before = parseSpent(line('100 10 20 500 50 0 5 100'));
  const after = parseSpent(line('130 10 30 900 90 0 5 160'));
  expect(before).toEqual({ wanted: 235, stolen: 100 });
  expect(shareBetween(before, after)).toBe(0.6);
});

it('without data from the host nothing was stolen', () => {
  expect(shareBetween(parseSpent(''), parseSpent(''))).toBe(0);
});

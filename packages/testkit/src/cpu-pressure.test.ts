import { expect, it } from 'vitest';
import { parseWaitedUs, watchPressure } from './cpu-pressure.ts';

it('given the figures of the kernel, then the waited time is the total of "some", and 0 without them', () => {
  const text =
    'some avg10=1.90 avg60=6.28 avg300=2.75 total=11023749\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=7\n';
  expect(parseWaitedUs(text)).toBe(11_023_749);
  expect(parseWaitedUs('')).toBe(0);
});

it('pressure is a share of the measured time', () => {
  const pressure = watchPressure();
  const end = performance.now() + 20;
  while (performance.now() < end);
  expect(pressure()).toBeGreaterThanOrEqual(0);
  expect(pressure()).toBeLessThanOrEqual(1);
});

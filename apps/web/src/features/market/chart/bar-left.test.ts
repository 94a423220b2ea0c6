import { expect, it } from 'vitest';
import { barLeftText } from './bar-left.ts';

const at = (time: string) => Date.parse(`2026-11-18T${time}Z`);

it.each([
  ['1min', '10:20:15', '00:45'],
  ['15min', '10:20:15', '09:45'],
  ['4hour', '10:22:08', '1:37:52'],
  ['1day', '10:20:15', '13:39:45'],
  ['1mon', '10:00:00', '12d 14h'],
] as const)('given a bar of %s at %s, then %s are left', (period, time, left) => {
  expect(barLeftText(period, at(time))).toBe(left);
});

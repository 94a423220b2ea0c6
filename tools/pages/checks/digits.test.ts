import { expect, it } from 'vitest';
import { findUnevenDigits } from './digits.ts';

it('digits of a text all have the same width, and are set as tabular figures', () => {
  expect(findUnevenDigits([{ text: '1.20', isTabular: true, widths: [8, 8.2, 8] }])).toEqual([]);
  expect(findUnevenDigits([{ text: '1.20', isTabular: true, widths: [8, 8.25, 8] }])).toHaveLength(1);
  expect(findUnevenDigits([{ text: '1.20', isTabular: false, widths: [8, 8, 8] }])).toEqual([
    { kind: 'uneven digits', detail: '“1.20”' },
  ]);
});

import { describe, expect, it } from 'vitest';
import { toCsv } from './csv.ts';

describe('a CSV file', () => {
  it('keeps quotes, commas and line ends inside their cell', () => {
    expect(
      toCsv([
        ['a', 'b"c'],
        ['d,e', 'f\ng'],
      ]),
    ).toBe('\uFEFF"a","b""c"\r\n"d,e","f\ng"\r\n');
  });

  it('given a value that a spreadsheet would run, then it stays text', () => {
    expect(toCsv([['=1+1', '@x', '-2', '+3']])).toBe('\uFEFF"\'=1+1","\'@x","\'-2","\'+3"\r\n');
  });
});

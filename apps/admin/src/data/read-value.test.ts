import { describe, expect, it } from 'vitest';
import { readCountries, readText, textOf } from './read-value.ts';

describe('a value that is entered', () => {
  it.each([
    ['integer', '28800', '28800'],
    ['integer', '1.5', undefined],
    ['integer', '', undefined],
    ['decimal', '0.050', '"0.050"'],
    ['decimal', '1e3', undefined],
    ['text', 'a "b"', '"a \\"b\\""'],
    ['countries', 'fr, de de', '["DE","FR"]'],
    ['countries', 'Germany', undefined],
    ['json', '{ "a": 1 }', '{"a":1}'],
    ['json', '{', undefined],
  ] as const)('of form %s: %j is %j', (kind, text, json) => {
    expect(readText({ kind }, text)).toBe(json);
  });

  it('given a value, then what is shown of it is read as the same', () => {
    for (const [kind, json] of [
      ['integer', '5'],
      ['decimal', '"0.5"'],
      ['text', '"x"'],
      ['countries', '["DE","FR"]'],
      ['json', '{"a":[1]}'],
    ] as const)
      expect(readText({ kind }, textOf({ kind }, json))).toBe(json);
    expect(readCountries('')).toEqual([]);
  });
});

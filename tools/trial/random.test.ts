import { describe, expect, it } from 'vitest';
import { seeded, seedOfCommit } from './random.ts';

describe('the seed of a commit', () => {
  it('is a number that only its first twelve digits determine', () => {
    expect(seedOfCommit('abf7f1fbd42a7f59cf7ae93000d2a0ffd51327d3')).toBe(0xabf7f1fbd42a);
    expect(seedOfCommit('abf7f1fbd42a0000')).toBe(seedOfCommit('abf7f1fbd42a'));
    expect(Number.isSafeInteger(seedOfCommit('ffffffffffff'))).toBe(true);
  });

  it('repeats what is drawn, and another commit draws something else', () => {
    const draw = (hash: string) => {
      const below = seeded(seedOfCommit(hash));
      return Array.from({ length: 20 }, () => below(1_000));
    };
    expect(draw('abf7f1fbd42a')).toEqual(draw('abf7f1fbd42a'));
    expect(draw('abf7f1fbd42b')).not.toEqual(draw('abf7f1fbd42a'));
  });
});

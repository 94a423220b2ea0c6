import { isDisplayName } from '@app/domain/checks';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countCharacters, fieldState, lengthOf } from './profile-field.ts';

describe('a typed nickname', () => {
  it.each([
    ['Mira', 'ready'],
    ['潮汐', 'ready'],
    [' Mira ', 'ready'],
    ['Ann', 'same'],
    ['', 'too_short'],
    ['M', 'too_short'],
    ['潮', 'too_short'],
    ['Abcdefghijk', 'too_long'],
    ['Mira K', 'ready'],
    ['Mira  K', 'not_allowed'],
    ['Mira😀', 'not_allowed'],
    ['é', 'not_allowed'],
  ] as const)('given %j, then it is %s', (typed, state) => {
    expect(fieldState('nickname', typed, 'Ann')).toBe(state);
  });

  it('is ready exactly when the server accepts it and it is new', () => {
    const near = fc.string({ unit: fc.constantFrom('a', 'Z', '7', '潮', ' ', '!', '👩‍👩‍👧'), maxLength: 12 });
    fc.assert(
      fc.property(near, (typed) => {
        const isTaken = isDisplayName(typed.trim(), lengthOf('nickname'));
        expect(fieldState('nickname', typed, 'saved') === 'ready').toBe(isTaken);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a typed signature', () => {
  it('given empty input, then the signature can be removed', () => {
    expect(fieldState('signature', ' ', 'calm')).toBe('ready');
    expect(fieldState('signature', '', '')).toBe('same');
  });

  it('given 30 characters, then one more is too many', () => {
    expect(fieldState('signature', '潮'.repeat(30), '')).toBe('ready');
    expect(fieldState('signature', '潮'.repeat(31), '')).toBe('too_long');
  });
});

describe('the counter', () => {
  it('given a family emoji, then it counts as one character', () => {
    expect(countCharacters('a👩‍👩‍👧潮')).toBe(3);
  });
});

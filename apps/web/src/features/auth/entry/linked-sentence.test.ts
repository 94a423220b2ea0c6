import { describe, expect, it } from 'vitest';
import { piecesOf, placeOf } from './register-form.ts';

const NAMES = ['terms', 'privacy'] as const;

describe('a sentence with links', () => {
  it('keeps its text and finds its links in the order of the language', () => {
    expect(piecesOf(`I accept ${placeOf('terms')} and ${placeOf('privacy')}.`, NAMES)).toEqual([
      { text: 'I accept ' },
      { link: 'terms' },
      { text: ' and ' },
      { link: 'privacy' },
      { text: '.' },
    ]);
    expect(piecesOf(`${placeOf('privacy')}と${placeOf('terms')}`, NAMES)).toEqual([
      { link: 'privacy' },
      { text: 'と' },
      { link: 'terms' },
    ]);
  });

  it('without links is plain text', () => {
    expect(piecesOf('I accept the terms.', NAMES)).toEqual([{ text: 'I accept the terms.' }]);
  });
});

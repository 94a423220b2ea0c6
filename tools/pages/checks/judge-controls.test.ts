import { expect, it } from 'vitest';
import { findPoorControls, findPoorPage } from './judge-controls.ts';

const good = { about: 'button', name: 'Back', width: 24, height: 24, sameAs: null };
const kindsOf = (change: Partial<Parameters<typeof findPoorControls>[0][number]>) =>
  findPoorControls([{ ...good, ...change }]).map(({ kind }) => kind);

it('a control has a name and a touch target of 24 px both ways', () => {
  expect(kindsOf({})).toEqual([]);
  expect(kindsOf({ name: ' ' })).toEqual(['no name']);
  expect(kindsOf({ height: 23 })).toEqual(['small control']);
  expect(kindsOf({ width: 23, name: '' })).toEqual(['no name', 'small control']);
  expect(kindsOf({ width: 0 })).toEqual(['covered control']);
});

it('a small control may name another one that does the same', () => {
  expect(kindsOf({ width: 8, sameAs: 'the slider' })).toEqual([]);
});

it('a page has a non-empty heading, may be zoomed and does not scroll sideways', () => {
  const page = {
    language: 'en',
    theme: 'dark',
    price: 'gu',
    viewport: 'width=device-width, initial-scale=1',
    headings: ['Assets'],
    visibleTexts: [],
    sideways: [],
    placeholders: [],
    texts: [],
    icons: [],
    controls: [],
  };
  expect(findPoorPage(page)).toEqual([]);
  expect(findPoorPage({ ...page, headings: [''] }).map(({ kind }) => kind)).toEqual(['no heading']);
  for (const viewport of ['', 'width=device-width, user-scalable=no', 'width=device-width, maximum-scale=1'])
    expect(findPoorPage({ ...page, viewport }).map(({ kind }) => kind)).toEqual(['no pinching']);
  expect(findPoorPage({ ...page, sideways: [{ about: 'main', by: 4 }] }).map(({ kind }) => kind)).toEqual([
    'scrolls sideways',
  ]);
});

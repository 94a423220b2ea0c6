import { expect, it } from 'vitest';
import type { FitFacts } from './fit-facts.ts';
import { findMisfits, findStuckLetters } from './judge-fit.ts';

const DEVICE = { width: 320, height: 640 };
const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
const good: FitFacts = {
  frames: [{ about: 'html', has: 320, needs: 321 }],
  texts: [{ about: 'p', left: -1, right: 321 }],
  buttons: [{ about: 'button.btn', letters: box(9, 9, 52, 22), box: box(10, 10, 50, 20) }],
  controls: [{ about: 'a', box: box(0, 600, 320, 41), isHit: true }],
  firstLine: { text: 'Assets', height: 20 },
};
const kindsOf = (change: Partial<FitFacts>) =>
  findMisfits({ ...good, ...change }, DEVICE, 'at 320 px').map(({ kind }) => kind);

it('one pixel of overflow is no fault, two are', () => {
  expect(kindsOf({})).toEqual([]);
  expect(kindsOf({ frames: [{ about: 'main', has: 320, needs: 322 }] })).toEqual(['scrolls sideways']);
  expect(kindsOf({ frames: [{ about: 'html', has: 322, needs: 322 }] })).toEqual(['scrolls sideways']);
  expect(kindsOf({ texts: [{ about: 'p', left: 0, right: 322 }] })).toEqual(['sticks out']);
  expect(kindsOf({ texts: [{ about: 'p', left: -2, right: 20 }] })).toEqual(['sticks out']);
});

it('a button contains its text on all four sides', () => {
  for (const letters of [box(8, 10, 9, 9), box(10, 8, 9, 9), box(10, 10, 52, 9), box(10, 10, 9, 22)])
    expect(kindsOf({ buttons: [{ about: 'button.btn', letters, box: box(10, 10, 50, 20) }] })).toEqual(['cut button']);
});

it('a control can be scrolled into view completely, and nothing covers it', () => {
  expect(kindsOf({ controls: [{ about: 'a', box: box(300, 0, 30, 30), isHit: true }] })).toEqual(['out of reach']);
  expect(kindsOf({ controls: [{ about: 'a', box: box(0, 620, 30, 30), isHit: true }] })).toEqual(['out of reach']);
  expect(kindsOf({ controls: [{ about: 'a', box: box(0, 0, 30, 30), isHit: false }] })).toEqual(['out of reach']);
});

it('a finding states the size', () => {
  const [found] = findMisfits({ ...good, texts: [{ about: 'p', left: 0, right: 400 }] }, DEVICE, 'at 320 px');
  expect(found).toEqual({ kind: 'sticks out', detail: 'p at 320 px' });
});

it('text is as large as the user sets it', () => {
  expect(findStuckLetters(good.firstLine, { text: 'Assets', height: 36 })).toEqual([]);
  expect(findStuckLetters(good.firstLine, { text: 'Assets', height: 20 })).toEqual([
    { kind: 'letters stay small', detail: '“Assets” is 20 px high instead of 40' },
  ]);
});

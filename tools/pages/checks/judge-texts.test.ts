import { describe, expect, it } from 'vitest';
import { findOverflows, findOverlaps, findRawKeys, findTornThai } from './judge-texts.ts';
import type { TextFact } from './page-facts.ts';

const EVERYTHING = { left: -1e9, top: -1e9, right: 1e9, bottom: 1e9 };
const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

/** Builds a one-line text inside its own box, which it fits. */
function textAt(text: string, line: ReturnType<typeof box>, more: Partial<TextFact> = {}): TextFact {
  const own = { why: 'its own box', box: line } as const;
  const place = { layer: 0, scroller: 0, view: EVERYTHING, holders: [own], wordBreak: 'normal' };
  return { about: `p “${text}”`, text, path: [text.length, 1], lines: [line], ...place, ...more };
}

describe('text overflow', () => {
  it('allows one pixel over the box, but not two', () => {
    const inBoxOf = (width: number) => ({
      texts: [textAt('long', box(0, 0, 100, 16), { holders: [{ why: 'its own box', box: box(0, 0, width, 16) }] })],
      placeholders: [],
    });
    expect(findOverflows(inBoxOf(99))).toEqual([]);
    expect(findOverflows(inBoxOf(98))).toEqual([
      { kind: 'overflow', detail: 'p “long”: “long” leaves its own box by 2 px' },
    ]);
  });

  it('is ignored for text marked as truncated, which has no holders', () => {
    expect(findOverflows({ texts: [textAt('long', box(0, 0, 100, 16), { holders: [] })], placeholders: [] })).toEqual(
      [],
    );
  });

  it('is measured per line, also vertically', () => {
    const holders = [{ why: 'a box that cuts it', box: box(0, 0, 100, 20) }] as const;
    const text = textAt('two lines', box(0, 2, 90, 16), { holders, lines: [box(0, 2, 90, 16), box(0, 22, 40, 16)] });
    expect(findOverflows({ texts: [text], placeholders: [] })).toHaveLength(1);
  });

  it('includes placeholders', () => {
    const placeholders = [{ about: 'input', needs: 120, has: 100 }];
    expect(findOverflows({ texts: [], placeholders })[0]?.detail).toBe('input needs 120 px of 100');
  });
});

describe('two texts', () => {
  const label = textAt('label', box(0, 0, 50, 16));

  it('at the same place are reported, adjacent ones that touch are not', () => {
    expect(findOverlaps({ icons: [], texts: [label, textAt('another', box(40, 4, 50, 16))] })).toHaveLength(1);
    expect(findOverlaps({ icons: [], texts: [label, textAt('another', box(49, 0, 50, 16))] })).toEqual([]);
    expect(findOverlaps({ icons: [], texts: [label, textAt('another', box(0, 15, 50, 16))] })).toEqual([]);
  });

  it('may not cover an icon either, unless it is their own', () => {
    const icon = textAt('an icon', box(30, 0, 24, 24));
    const own = textAt('', box(30, 0, 24, 24), { path: [8, ...label.path] });
    expect(findOverlaps({ texts: [label], icons: [icon] })).toHaveLength(1);
    expect(findOverlaps({ texts: [label], icons: [own] })).toEqual([]);
    expect(findOverlaps({ texts: [], icons: [icon, icon] })).toEqual([]);
  });

  it('may overlap when one element contains the other', () => {
    const inside = textAt('inside', box(10, 0, 50, 16), { path: [9, ...label.path] });
    expect(findOverlaps({ icons: [], texts: [label, inside] })).toEqual([]);
    expect(findOverlaps({ icons: [], texts: [inside, label] })).toEqual([]);
  });

  it('in different layers may overlap', () => {
    expect(findOverlaps({ icons: [], texts: [label, textAt('a toast', box(0, 0, 50, 16), { layer: 7 })] })).toEqual([]);
  });

  it('in different scrollers overlap only where both are visible', () => {
    const scrolled = (view: ReturnType<typeof box>) =>
      textAt('scrolled away', box(0, 0, 50, 16), { scroller: 3, view });
    expect(findOverlaps({ icons: [], texts: [label, scrolled(box(0, 44, 360, 500))] })).toEqual([]);
    expect(findOverlaps({ icons: [], texts: [label, scrolled(box(0, 0, 360, 500))] })).toHaveLength(1);
  });
});

describe('raw text', () => {
  const keys = new Set(['system.reload', 'wallet.coin']);

  it.each([
    'system.reload',
    'press system.reload now',
    'wallet.not_written',
    'Again in {seconds} s',
    '{n, plural, other {#}}',
  ])('%s is reported', (text) => expect(findRawKeys([text], keys)).toHaveLength(1));

  it.each(['Reload', '1.5', 'name@example.com', 'example.com', 'wallet. Coin', 'e.g. this'])(
    '%s is accepted as text',
    (text) => expect(findRawKeys([text], keys)).toEqual([]),
  );
});

it('Thai text must not use break-all, other scripts may', () => {
  const anywhere = { wordBreak: 'break-all' };
  const texts = [textAt('สวัสดี', box(0, 0, 9, 9), anywhere), textAt('0xabc', box(0, 20, 9, 9), anywhere)];
  expect(findTornThai({ texts })).toHaveLength(1);
});

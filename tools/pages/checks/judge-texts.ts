import type { Fault } from '../findings.ts';
import type { Box } from './dom.ts';
import type { PageFacts, Spot, TextFact } from './page-facts.ts';

const SLACK_PX = 1;
const TEXT_SHOWN = 40;
const shorten = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, TEXT_SHOWN);

/** Finds text that overflows its box, including placeholders. */
export function findOverflows({ texts, placeholders }: Pick<PageFacts, 'texts' | 'placeholders'>): Fault[] {
  const cut = placeholders
    .filter(({ needs, has }) => needs > has + SLACK_PX)
    .map(({ about, needs, has }) => `${about} needs ${Math.round(needs)} px of ${Math.round(has)}`);
  return [...texts.flatMap(describeOverflow), ...cut].map((detail) => ({ kind: 'overflow', detail }));
}

function describeOverflow({ about, text, lines, holders }: TextFact): string[] {
  for (const { why, box } of holders) {
    const by = Math.round(Math.max(...lines.map((line) => excess(line, box))));
    if (lines.length > 0 && by > SLACK_PX) return [`${about}: “${shorten(text)}” leaves ${why} by ${by} px`];
  }
  return [];
}

const excess = (line: Box, box: Box) =>
  Math.max(box.left - line.left, box.top - line.top, line.right - box.right, line.bottom - box.bottom);

/** Finds texts that overlap another text or an icon in the same layer; nested elements do not count. */
export function findOverlaps({ texts, icons }: Pick<PageFacts, 'texts' | 'icons'>): Fault[] {
  const faults: Fault[] = [];
  for (const [index, one] of texts.entries()) {
    for (const other of [...texts.slice(index + 1), ...icons]) {
      if (one.layer !== other.layer || isInside(one, other) || isInside(other, one)) continue;
      if (meet(one, other))
        faults.push({ kind: 'overlap', detail: `“${shorten(one.text)}” and “${shorten(other.text)}”` });
    }
  }
  return faults;
}

const isInside = (inner: Spot, outer: Spot) => inner.path.includes(outer.path[0] ?? 0);

/** Checks whether two spots overlap; in different scrollers only the visible parts count. */
function meet(one: Spot, other: Spot): boolean {
  const seen = (fact: Spot) => (line: Box) => (one.scroller === other.scroller ? line : within(line, fact.view));
  const ours = one.lines.map(seen(one));
  const theirs = other.lines.map(seen(other));
  return ours.some((a) => theirs.some((b) => isArea(within(a, b))));
}

const within = (a: Box, b: Box): Box => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
});
const isArea = ({ left, top, right, bottom }: Box) => right - left > SLACK_PX && bottom - top > SLACK_PX;

/** Finds raw translation keys, keys missing from every catalogue, and unfilled placeholders. */
export function findRawKeys(visibleTexts: readonly string[], keys: ReadonlySet<string>): Fault[] {
  const features = new Set([...keys].map((key) => key.split('.')[0] ?? ''));
  const looksRaw = (word: string) => /^\w+(\.\w+)+$/.test(word) && features.has(word.split('.')[0] ?? '');
  return visibleTexts
    .filter((text) => text.split(/\s+/).some((word) => keys.has(word)) || looksRaw(text) || /\{\w+[},]/.test(text))
    .map((text) => ({ kind: 'raw text', detail: shorten(text) }));
}

/** Finds Thai text with `break-all`: Thai has no spaces, so such a break separates a letter from its marks. */
export const findTornThai = ({ texts }: Pick<PageFacts, 'texts'>): Fault[] =>
  texts
    .filter(({ wordBreak, text }) => wordBreak === 'break-all' && /\p{Script=Thai}/u.test(text))
    .map(({ about }) => ({ kind: 'torn Thai', detail: `${about} breaks anywhere` }));

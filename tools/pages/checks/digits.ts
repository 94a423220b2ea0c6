import type { Fault } from '../findings.ts';
import type { Box, PageElement, PageNode, PageStyle } from './dom.ts';

/** Text with digits: whether it is set in tabular figures, and the widths of its digits. */
export type DigitFact = { readonly text: string; readonly isTabular: boolean; readonly widths: readonly number[] };

type DigitNode = PageNode & { readonly nodeType: number; readonly textContent: string };
type DigitElement = PageElement & { readonly childNodes: Iterable<DigitNode> };
declare const document: {
  createRange(): {
    setStart(at: PageNode, letter: number): void;
    setEnd(at: PageNode, letter: number): void;
    getBoundingClientRect(): Box;
  };
  querySelectorAll(selector: string): Iterable<DigitElement>;
};
declare const getComputedStyle: (element: PageElement) => PageStyle;

/** Glyph positions are rounded to fractions of a pixel. */
const HAIR_PX = 0.25;

/** Runs in the page, so it must be self-contained. */
export function measureDigits(): DigitFact[] {
  const TEXT_NODE = 3;
  const range = document.createRange();
  const widthAt = (node: DigitNode, at: number) => {
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    const { left, right } = range.getBoundingClientRect();
    return right - left;
  };
  return [...document.querySelectorAll('body *:not(script, style)')].flatMap((element) =>
    [...element.childNodes]
      .filter(({ nodeType, textContent }) => nodeType === TEXT_NODE && /\d/.test(textContent))
      .map((node) => ({
        text: node.textContent,
        isTabular: getComputedStyle(element).fontVariantNumeric?.includes('tabular-nums') ?? false,
        widths: [...node.textContent.matchAll(/\d/g)].map(({ index }) => widthAt(node, index)),
      })),
  );
}

/** Reports texts whose digits differ in width: a number that changes must not move its neighbours. */
export const findUnevenDigits = (facts: readonly DigitFact[]): Fault[] =>
  facts
    .filter(({ isTabular, widths }) => !isTabular || Math.max(...widths) - Math.min(...widths) >= HAIR_PX)
    .map(({ text }) => ({ kind: 'uneven digits', detail: `“${text.replace(/\s+/g, ' ').trim().slice(0, 40)}”` }));

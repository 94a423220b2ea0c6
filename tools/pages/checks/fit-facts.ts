import type { Box, PageElement, PageNode, PageStyle } from './dom.ts';

type FitElement = PageElement & {
  readonly parentElement: FitElement | null;
  readonly childNodes: Iterable<PageNode & { readonly nodeType: number; readonly textContent: string }>;
  closest(selector: string): FitElement | null;
};
type FitNode = FitElement['childNodes'] extends Iterable<infer Node> ? Node : never;

/** How a screen fits a device, measured after a change of the device size or the font size. */
export type FitFacts = {
  /** Elements that should be as wide as the device, and the width of their content. */
  readonly frames: readonly { readonly about: string; readonly has: number; readonly needs: number }[];
  /** Elements with their own text that are not meant to scroll sideways. */
  readonly texts: readonly { readonly about: string; readonly left: number; readonly right: number }[];
  readonly buttons: readonly { readonly about: string; readonly letters: Box; readonly box: Box }[];
  /** Each control after scrolling it into view: its box, and whether a tap on its middle hits it. */
  readonly controls: readonly { readonly about: string; readonly box: Box; readonly isHit: boolean }[];
  readonly firstLine: { readonly text: string; readonly height: number };
};

declare const document: {
  readonly body: FitElement;
  readonly documentElement: FitElement;
  createRange(): {
    selectNodeContents(node: PageNode): void;
    setStart(at: PageNode, letter: number): void;
    setEnd(at: PageNode, letter: number): void;
    getBoundingClientRect(): Box;
  };
  elementFromPoint(x: number, y: number): FitElement | null;
  querySelector(selector: string): FitElement | null;
  querySelectorAll(selector: string): Iterable<FitElement>;
};
declare const getComputedStyle: (element: PageElement) => PageStyle;

/** Runs in the page, so it must be self-contained; it only measures. */
export function measureFit(): FitFacts {
  const LETTERS_SHOWN = 40;
  const TEXT_NODE = 3;
  const SLIDERS = '.chips, [role=tablist], fieldset';
  /** Links and buttons of the page and its bar, except those for keyboards only. */
  const CONTROLS = ':is(main, footer) :is(a, button):not(.pull__key, .mrow-more)';
  const NOWHERE: Box = { left: -1e9, right: -1e9, top: -1e9, bottom: -1e9 };

  const describe = (element: FitElement) => {
    const text = element.getAttribute('aria-label') ?? element.textContent ?? '';
    const name = [element.tagName.toLowerCase(), ...element.classList.toString().split(/\s+/).slice(0, 1)];
    return `${name.filter(Boolean).join('.')} “${text.replace(/\s+/g, ' ').trim().slice(0, LETTERS_SHOWN)}”`;
  };
  const boxOf = ({ left, right, top, bottom }: Box): Box => ({ left, right, top, bottom });
  const slides = (element: FitElement | null): boolean =>
    element !== null &&
    (/auto|scroll/.test(getComputedStyle(element).overflowX ?? '') || slides(element.parentElement));
  const isText = ({ nodeType, textContent }: FitNode) => nodeType === TEXT_NODE && textContent.trim() !== '';
  const hasText = (element: FitElement) => [...element.childNodes].some(isText);
  const isMeantToSlide = (element: FitElement) => element.closest(SLIDERS) !== null && slides(element.parentElement);
  const range = document.createRange();

  const all = [...document.querySelectorAll('body, body *')].filter((element) =>
    element.checkVisibility({ visibilityProperty: true }),
  );
  const frames = [document.documentElement, document.body, document.querySelector('main.scroll')]
    .filter((element) => element !== null)
    .map((element) => ({
      about: element.tagName.toLowerCase(),
      has: element.clientWidth,
      needs: element.scrollWidth,
    }));
  const texts = all
    .filter((element) => hasText(element) && !isMeantToSlide(element) && element.closest('.sr-only') === null)
    .map((element) => {
      const { left, right } = element.getBoundingClientRect();
      return { about: describe(element), left, right };
    });
  const buttons = all
    .filter((element) => element.matches('.btn'))
    .map((element) => {
      range.selectNodeContents(element);
      const letters = boxOf(range.getBoundingClientRect());
      return { about: describe(element), letters, box: boxOf(element.getBoundingClientRect()) };
    });
  const controls = all
    .filter((element) => element.matches(CONTROLS))
    .map((element) => {
      element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
      const [first = NOWHERE] = element.getClientRects();
      const hit = document.elementFromPoint((first.left + first.right) / 2, (first.top + first.bottom) / 2);
      const box = boxOf(element.matches('.btn') ? element.getBoundingClientRect() : first);
      return { about: describe(element), box, isHit: element.contains(hit) };
    });
  const readFirstLine = () => {
    const node = [...document.querySelectorAll('main :not(svg *)')]
      .flatMap(({ childNodes }) => [...childNodes])
      .find(isText);
    if (node === undefined) return { text: '', height: 0 };
    const at = node.textContent.search(/\S/);
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    const { top, bottom } = range.getBoundingClientRect();
    return { text: node.textContent.trim().slice(0, LETTERS_SHOWN), height: bottom - top };
  };
  return { frames, texts, buttons, controls, firstLine: readFirstLine() };
}

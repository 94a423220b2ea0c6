import type { Box, PageDocument, PageElement, PageNode, PageStyle } from './dom.ts';

/** Box that must contain a text: its own, one that clips it, or one with a visible edge. */
type Holder = { readonly why: 'its own box' | 'a box that cuts it' | 'a box with an edge'; readonly box: Box };

/** Text or icon drawn at one position. */
export type Spot = {
  readonly text: string;
  /** Numbers of its element and of all ancestors. */
  readonly path: readonly number[];
  /** Layer that floats above the page (sticky, fixed, dialog, toast, a count on an icon); texts of two layers may overlap. */
  readonly layer: number;
  readonly scroller: number;
  /** Currently visible part of the scroller. */
  readonly view: Box;
  /** Glyph box of each line, without the leading. */
  readonly lines: readonly Box[];
};

export type TextFact = Spot & {
  readonly about: string;
  readonly holders: readonly Holder[];
  readonly wordBreak: string;
};

export type ControlFact = {
  readonly about: string;
  readonly name: string;
  /** Size of the tappable area around the center, both directions added; at most 44. */
  readonly width: number;
  readonly height: number;
  /** Control with the same action, where this one is too small. */
  readonly sameAs: string | null;
};

export type PageFacts = {
  readonly language: string;
  /** Theme and price colours declared by the document. */
  readonly theme: string | null;
  readonly price: string | null;
  /** Viewport meta tag, which may forbid zooming. */
  readonly viewport: string;
  readonly headings: readonly string[];
  /** All readable text: texts, accessible names, placeholders. */
  readonly visibleTexts: readonly string[];
  readonly sideways: readonly { readonly about: string; readonly by: number }[];
  readonly placeholders: readonly { readonly about: string; readonly needs: number; readonly has: number }[];
  readonly texts: readonly TextFact[];
  readonly icons: readonly Spot[];
  readonly controls: readonly ControlFact[];
};

declare const document: PageDocument;
declare const innerHeight: number;
declare const getComputedStyle: (element: PageElement) => PageStyle;

/**
 * Measures the page. Runs in the browser without imports and makes no judgements, so that the rules can be tested
 * without a browser.
 */
export function lookAtPage(): PageFacts {
  const SHOW_TEXT = 4;
  const TAP = 44;
  const WORDS_MAX = 60;
  const ICON_MAX = 32;
  const ICON_MARGIN = 3;
  const FLOATS =
    'dialog,[popover],[role=dialog],[role=alertdialog],[role=status],[role=alert],[role=listbox],[role=menu],[role=tooltip],[data-badge]';
  const CONTROLS =
    'button,a[href],input,select,textarea,[role=button],[role=tab],[role=switch],[role=checkbox],[role=radio],[role=slider],' +
    '[role=menuitem],[role=option],[role=combobox],[tabindex]:not([tabindex="-1"])';
  const EVERYTHING: Box = { left: -1e9, top: -1e9, right: 1e9, bottom: 1e9 };

  const numbers = new Map<PageElement, number>();
  const numberOf = (element: PageElement) => {
    if (!numbers.has(element)) numbers.set(element, numbers.size + 1);
    return numbers.get(element) ?? 0;
  };
  const styles = new Map<PageElement, PageStyle>();
  const styleOf = (element: PageElement) => {
    const style = styles.get(element) ?? getComputedStyle(element);
    styles.set(element, style);
    return style;
  };
  const boxOf = (element: PageElement): Box => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left, top, right, bottom };
  };
  const within = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const ancestorsOf = (element: PageElement) => {
    const all: PageElement[] = [];
    for (let at: PageElement | null = element; at !== null; at = at.parentElement) all.push(at);
    return all;
  };
  const shorten = (text: string) => {
    const line = text.replace(/\s+/g, ' ').trim();
    return line.length > WORDS_MAX ? '…' : line; // Large containers are identified by class only.
  };
  const describe = (element: PageElement) => {
    const classes = element.classList.toString().split(/\s+/).filter(Boolean).slice(0, 2);
    const text = shorten(element.getAttribute('aria-label') ?? element.textContent ?? '');
    return `${[element.tagName.toLowerCase(), ...classes].join('.')} “${text}”`;
  };
  const overflowOf = (element: PageElement) => `${styleOf(element).overflowX} ${styleOf(element).overflowY}`;
  const scrolls = (element: PageElement) => /auto|scroll/.test(overflowOf(element));
  const cuts = (element: PageElement) => /hidden|clip/.test(overflowOf(element));
  const hasEdge = (element: PageElement) => {
    const { backgroundColor, backgroundImage, borderTopWidth, borderLeftWidth, boxShadow } = styleOf(element);
    const isFilled = backgroundColor !== 'rgba(0, 0, 0, 0)' || backgroundImage !== 'none' || boxShadow !== 'none';
    return isFilled || (borderTopWidth !== '0px' && borderLeftWidth !== '0px');
  };
  /** Detects screen-reader-only elements: one-pixel boxes or clipped away. */
  const isUnseen = (element: PageElement) => {
    const { width, height } = element.getBoundingClientRect();
    const { clipPath = '', clip = '' } = styleOf(element);
    return (
      (cuts(element) && (width <= 1 || height <= 1)) ||
      /inset\(50%|inset\(100%/.test(clipPath) ||
      clip.includes('rect(0px, 0px')
    );
  };
  const isShown = (element: PageElement, options: { opacityProperty: boolean }) =>
    element.checkVisibility({ visibilityProperty: true, ...options }) && !ancestorsOf(element).some(isUnseen);

  /**
   * Returns the holders of a text from the inside out, up to its scroller; positioned elements are not bound by their
   * parents' boxes.
   */
  const holdersOf = (ancestors: readonly PageElement[]): Holder[] => {
    const holders: Holder[] = [];
    let isOwn = true;
    let isLoose = false;
    for (const element of ancestors) {
      const { display, position, textOverflow } = styleOf(element);
      if (scrolls(element) || position === 'fixed') break;
      if (display === 'inline' || display === 'contents') continue;
      const isMarked = textOverflow === 'ellipsis' && element.hasAttribute('title');
      if (element.hasAttribute('data-truncated') || isMarked) return [];
      if (cuts(element)) holders.push({ why: 'a box that cuts it', box: boxOf(element) });
      else if (!isLoose && isOwn) holders.push({ why: 'its own box', box: boxOf(element) });
      else if (!isLoose && hasEdge(element)) holders.push({ why: 'a box with an edge', box: boxOf(element) });
      isOwn = false;
      isLoose ||= position === 'absolute';
    }
    return ancestors.some((element) => element.hasAttribute('data-truncated')) ? [] : holders;
  };

  const linesOf = (node: PageNode, style: PageStyle): Box[] => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()]
      .filter(({ width, height }) => width > 0 && height > 0)
      .map(({ left, right, top, bottom, height }) => {
        const leading = Math.max(0, height - Number.parseFloat(style.fontSize ?? '0')) / 2;
        return { left, right, top: top + leading, bottom: bottom - leading };
      });
  };

  const readSpot = (text: string, element: PageElement, lines: readonly Box[]): Spot => {
    const ancestors = ancestorsOf(element);
    const scroller = ancestors.find(scrolls);
    const layer = ancestors.find((one) => /fixed|sticky/.test(styleOf(one).position ?? '') || one.matches(FLOATS));
    return {
      text,
      path: ancestors.map(numberOf),
      layer: layer === undefined ? 0 : numberOf(layer),
      scroller: scroller === undefined ? 0 : numberOf(scroller),
      view: ancestors.filter(scrolls).map(boxOf).reduce(within, EVERYTHING),
      lines,
    };
  };
  const readText = (node: PageNode): TextFact[] => {
    const element = node.parentElement;
    if (element === null || !node.textContent?.trim() || element.closest('script,style,noscript,svg title')) return [];
    if (!isShown(element, { opacityProperty: true })) return [];
    const ancestors = ancestorsOf(element);
    const holders = holdersOf(ancestors);
    // Text clipped on purpose is visible only within its box.
    const seen = holders.length > 0 ? EVERYTHING : ancestors.filter(cuts).map(boxOf).reduce(within, EVERYTHING);
    const lines = linesOf(node, styleOf(element)).map((line) => within(line, seen));
    const spot = readSpot(node.textContent, element, lines);
    return [{ ...spot, about: describe(element), holders, wordBreak: styleOf(element).wordBreak ?? '' }];
  };
  const readIcon = (element: PageElement): Spot[] => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    if (width > ICON_MAX || height > ICON_MAX) return [];
    const box = {
      left: left + ICON_MARGIN,
      right: right - ICON_MARGIN,
      top: top + ICON_MARGIN,
      bottom: bottom - ICON_MARGIN,
    };
    return [readSpot(`icon of ${describe(element.parentElement ?? element)}`, element, [box])];
  };

  const readTexts = () => {
    const walker = document.createTreeWalker(document.body, SHOW_TEXT);
    const facts: TextFact[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) facts.push(...readText(node));
    return facts;
  };

  const readPlaceholder = (element: PageElement) => {
    const text = element.getAttribute('placeholder') ?? '';
    const { font = '', paddingLeft = '0', paddingRight = '0' } = styleOf(element);
    const pen = document.createElement('canvas').getContext('2d');
    pen.font = font;
    const has = element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return { about: `${describe(element)} with placeholder “${text}”`, needs: pen.measureText(text).width, has };
  };

  /** Finds sideways scrolling: in the document, and in every scrollable element of at least half the height. */
  const readSideways = () =>
    [document.documentElement, ...document.querySelectorAll('body *')]
      .filter((element) => element.scrollWidth > element.clientWidth && element.clientWidth > 0)
      .filter((element) => element === document.documentElement || /auto|scroll|hidden/.test(overflowOf(element)))
      .filter((element) => element.getBoundingClientRect().height >= innerHeight / 2)
      .map((element) => ({
        about: describe(element).split(' ')[0] ?? '',
        by: element.scrollWidth - element.clientWidth,
      }));

  const isHit = (element: PageElement, x: number, y: number) => {
    const hit = document.elementFromPoint(x, y);
    return element.contains(hit) || [...Array.from(element.labels ?? [])].some((label) => label.contains(hit));
  };
  const reach = (element: PageElement, [x, y]: [number, number], [dx, dy]: [number, number]) => {
    let steps = 0;
    while (steps < TAP / 2 && isHit(element, x + dx * (steps + 0.5), y + dy * (steps + 0.5))) steps += 1;
    return steps;
  };
  const readControl = (element: PageElement): ControlFact[] => {
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const largest = [...element.getClientRects()].sort((a, b) => b.width * b.height - a.width * a.height)[0];
    if (largest === undefined || !element.isConnected) return [];
    const middle: [number, number] = [(largest.left + largest.right) / 2, (largest.top + largest.bottom) / 2];
    const width = reach(element, middle, [-1, 0]) + reach(element, middle, [1, 0]);
    const height = reach(element, middle, [0, -1]) + reach(element, middle, [0, 1]);
    const sameAs = element.getAttribute('data-same-as');
    return [{ about: describe(element), name: element.computedName, width, height, sameAs }];
  };
  const readControls = () =>
    [...document.querySelectorAll(CONTROLS)]
      .filter(
        (element) => !element.closest('[aria-hidden=true],[inert]') && isShown(element, { opacityProperty: false }),
      )
      .filter((element) => element.getBoundingClientRect().width > 1)
      .flatMap(readControl);

  const shown = (selector: string) =>
    [...document.querySelectorAll(selector)].filter((element) => isShown(element, { opacityProperty: false }));
  const texts = readTexts();
  const named = shown('[aria-label],[placeholder],[title],[alt]').flatMap((element) =>
    ['aria-label', 'placeholder', 'title', 'alt'].flatMap((name) => element.getAttribute(name) ?? []),
  );
  return {
    language: document.documentElement.lang,
    theme: document.documentElement.getAttribute('data-theme'),
    price: document.documentElement.getAttribute('data-price'),
    viewport: [...document.querySelectorAll('meta[name=viewport]')][0]?.getAttribute('content') ?? '',
    headings: shown('h1,h2,h3,[role=heading]').map((element) => shorten(element.textContent ?? '')),
    visibleTexts: [...texts.map(({ text }) => text.trim()), ...named],
    sideways: readSideways(),
    placeholders: shown('[placeholder]').map(readPlaceholder),
    texts,
    icons: shown('svg,img').flatMap(readIcon),
    controls: readControls(),
  };
}

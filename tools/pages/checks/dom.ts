/** Parts of the DOM the checks use. The tools are type-checked without the DOM types, so they are declared here. */
export type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

type Rect = Box & { readonly width: number; readonly height: number };

export type PageNode = { readonly textContent: string | null; readonly parentElement: PageElement | null };

export type PageElement = PageNode & {
  readonly tagName: string;
  readonly clientWidth: number;
  readonly scrollWidth: number;
  readonly isConnected: boolean;
  readonly labels?: ArrayLike<PageElement> | null;
  /** Chromium's own accessible name, with the feature ComputedAccessibilityInfo. */
  readonly computedName: string;
  readonly classList: { toString(): string };
  readonly style: Record<string, string>;
  checkVisibility(options: { opacityProperty?: boolean; visibilityProperty: boolean }): boolean;
  closest(selector: string): PageElement | null;
  contains(other: PageElement | null): boolean;
  getAttribute(name: string): string | null;
  getBoundingClientRect(): Rect;
  getClientRects(): Iterable<Rect>;
  hasAttribute(name: string): boolean;
  matches(selector: string): boolean;
  scrollIntoView(options: { block: 'center'; inline: 'center' | 'nearest'; behavior: 'instant' }): void;
};

export type PageDocument = {
  readonly body: PageElement;
  readonly documentElement: PageElement & { readonly lang: string };
  createElement(name: 'canvas'): {
    getContext(kind: '2d'): { font: string; measureText(text: string): { width: number } };
  };
  createRange(): { selectNodeContents(node: PageNode): void; getClientRects(): Iterable<Rect> };
  createTreeWalker(root: PageElement, show: number): { nextNode(): PageNode | null };
  elementFromPoint(x: number, y: number): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
};

export type PageStyle = Readonly<Record<string, string>>;

import type { Page } from 'playwright-core';
import { type LinkFact, readLinks } from '../../pages/checks/dead-links.ts';

/** A control other than a link, by its place among all of them in the document. */
export type ControlFact = {
  readonly place: number;
  readonly name: string;
  readonly isTagged: boolean;
  /** Alike controls, such as the star of each row, do the same. */
  readonly likeness: string;
};

export type PageControls = { readonly links: readonly LinkFact[]; readonly controls: readonly ControlFact[] };

/** Reads what can be followed on the page: all of it, or only what an open dialog offers. */
export const readPage = async (page: Page, within: Within): Promise<PageControls> => ({
  links: await page.evaluate(readLinks),
  controls: await page.evaluate(readControls, { selector: CONTROLS, within }),
});

export type Within = 'page' | 'dialog';

const CONTROLS = 'button,[role=button],[role=tab],[role=radio],[role=switch],[role=menuitem],[role=option],summary';

/** Presses a control; false if another one, or none, has taken its place. */
export const press = (page: Page, { place, name }: ControlFact): Promise<boolean> =>
  page.evaluate(pressControl, { selector: CONTROLS, place, name });

/** Returns whether a dialog or sheet is open. */
export const hasDialog = (page: Page): Promise<boolean> => page.evaluate(findDialog);

type Element = {
  readonly textContent: string | null;
  readonly tagName: string;
  readonly className: string;
  readonly computedName: string;
  readonly disabled?: boolean;
  checkVisibility(options: { visibilityProperty: boolean }): boolean;
  closest(selector: string): Element | null;
  querySelector(selector: string): Element | null;
  getAttribute(name: string): string | null;
  click(): void;
};
declare const document: {
  querySelectorAll(selector: string): Iterable<Element>;
  querySelector(selector: string): Element | null;
};

/** Runs in the page. */
function readControls({ selector, within }: { selector: string; within: Within }): ControlFact[] {
  const controls: ControlFact[] = [];
  let place = -1;
  for (const control of document.querySelectorAll(selector)) {
    place++;
    const isInDialog = control.closest('[role=dialog],[role=alertdialog]') !== null;
    if (within === 'dialog' && !isInDialog) continue;
    const isBlocked = control.disabled === true || control.getAttribute('aria-disabled') === 'true';
    if (isBlocked || !control.checkVisibility({ visibilityProperty: true })) continue;
    const name = (control.computedName || control.textContent || '').replace(/\s+/g, ' ').trim();
    // Rows of a list and the options of a choice do the same, whatever they are called.
    const isOneOfMany = control.closest('li,tr,[role=row],[role=listitem],[role=option],[role=radio]') !== null;
    const row = isOneOfMany ? 'row' : name.replace(/\d+/g, '0');
    const likeness = [control.tagName, control.className, row].join(' ');
    const isTagged = (control.closest('[data-soon]') ?? control.querySelector('[data-soon]')) !== null;
    controls.push({ place, name, isTagged, likeness });
  }
  return controls;
}

/** Runs in the page. */
function pressControl({ selector, place, name }: { selector: string; place: number; name: string }): boolean {
  const control = [...document.querySelectorAll(selector)][place];
  const found = (control?.computedName || control?.textContent || '').replace(/\s+/g, ' ').trim();
  if (control === undefined || found.replace(/[\d.,]+/g, '') !== name.replace(/[\d.,]+/g, '')) return false; // Prices move.
  control.click();
  return true;
}

/** Runs in the page. */
function findDialog(): boolean {
  const dialog = document.querySelector('[role=dialog],[role=alertdialog]');
  return dialog?.checkVisibility({ visibilityProperty: true }) ?? false;
}

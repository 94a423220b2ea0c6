import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { makeDemoMember } from './member.ts';
import { addressOf, goTo } from './pages.ts';
import { openKeeping, openPhone, type Phone } from './phone.ts';

type PageText = { readonly nodeType: number; readonly textContent: string };
type PageElement = { readonly tagName: string; readonly childNodes: Iterable<PageText> };
type PageRange = {
  setStart(at: PageText, letter: number): void;
  setEnd(at: PageText, letter: number): void;
  getBoundingClientRect(): { readonly left: number; readonly right: number };
};
type Timing = { readonly endTime?: unknown };
type Animation = { readonly effect: { getComputedTiming(): Timing } | null; readonly animationName?: string };
declare const document: {
  addEventListener(type: string, listener: () => void): void;
  createRange(): PageRange;
  getAnimations(): readonly Animation[];
  querySelectorAll(selector: string): Iterable<PageElement>;
};
declare const getComputedStyle: (element: PageElement, pseudo?: string) => Readonly<Record<string, string>>;
declare const requestAnimationFrame: (act: () => void) => void;
declare const navigator: { readonly clipboard: { writeText(text: string): Promise<void> } };
/** Filled by `writeDownMotion`. */
declare const moved: Set<string>;

const { edgeUrl, mailsUrl } = inject('stack');
const address = (path: string) => addressOf(edgeUrl, path);

let phone: Phone;
let demo: Record<string, unknown>;

/** Creates a demo-mode user with balances to display. */
beforeAll(async () => {
  demo = (await makeDemoMember(edgeUrl, mailsUrl, 'comfort')).kept;
  phone = await openPhone();
});
afterAll(() => phone.close());
/**
 * Replaces the phone after a failure, so that the next test or the retry does not inherit its pages and console errors.
 */
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  await phone.close();
  phone = await openPhone();
});

async function openAtRest(path: string, kept: Record<string, unknown>): Promise<Page> {
  const page = await openKeeping(phone, address(path), kept);
  await page.locator('main.scroll :is(a, button)').first().waitFor();
  await page.locator('.sk').first().waitFor({ state: 'detached' });
  return page;
}

/** Records at every frame each animation longer than 1 ms. Runs in the page from document start. */
function writeDownMotion(): void {
  const LONGEST_MS = 1;
  const noted = new Set<string>();
  Object.assign(globalThis, { moved: noted });
  const look = () => {
    for (const { effect, animationName } of document.getAnimations()) {
      const ms = Number(effect?.getComputedTiming().endTime ?? 0);
      if (ms > LONGEST_MS) noted.add(`${animationName ?? 'transition'} of ${ms} ms`);
    }
  };
  const eachFrame = () => {
    look();
    requestAnimationFrame(eachFrame);
  };
  for (const begun of ['animationstart', 'transitionrun']) document.addEventListener(begun, look);
  eachFrame();
}

/** Finds elements with transitions or animations, and self-animating graphics. Runs in the page. */
function findRestless(): string[] {
  const isLong = (durations = '') => durations.split(', ').some((each) => Number.parseFloat(each) > 0.001);
  const all = [...document.querySelectorAll('*')].flatMap((element) =>
    [undefined, '::before', '::after'].map((pseudo) => ({ element, style: getComputedStyle(element, pseudo) })),
  );
  const long = all.filter(({ style }) => isLong(style.transitionDuration) || isLong(style.animationDuration));
  const pictures = [...document.querySelectorAll('animate, animateTransform, animateMotion, video, marquee')];
  return [...long.map(({ element }) => element), ...pictures].map(({ tagName }) => tagName);
}

/** Opens a page, a sheet, changing prices and a toast; returns what moved and what could have moved. */
async function walk(page: Page): Promise<{ moved: string[]; restless: string[] }> {
  const restless: string[] = [];
  const look = async (shown: Locator) => {
    await shown.waitFor();
    restless.push(...(await page.evaluate(findRestless)));
  };
  await look(page.getByRole('button', { name: /^Theme/ }));
  await page.getByRole('button', { name: /^Theme/ }).click();
  await look(page.getByRole('dialog'));
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await goTo(page, 'market/market');
  await look(page.locator('a[data-symbol] .mrow__price').first());
  await goTo(page, 'fund/transfer');
  await look(page.getByText('Please log in first.'));
  await look(page.getByRole('textbox', { name: 'Email', exact: true }));
  return { moved: await page.evaluate(() => [...moved]), restless };
}

describe('a user who prefers reduced motion', () => {
  const open = async (kept: Record<string, unknown>, reducedMotion: 'reduce' | 'no-preference') => {
    const page = await openKeeping(phone, address('setting/set'), kept);
    await page.emulateMedia({ reducedMotion });
    await page.addInitScript(writeDownMotion);
    await page.reload();
    return page;
  };

  it('given no preference, then the walk detects motion, which proves the check below can fail', async () => {
    const page = await open({}, 'no-preference');
    const { moved: seen, restless } = await walk(page);
    expect(seen.length).toBeGreaterThan(1);
    expect(restless.length).toBeGreaterThan(0);
    await page.close();
  });

  it.each([
    ['the device asks', {}, 'reduce'],
    ['the setting asks', { motion: 'reduced' }, 'no-preference'],
  ] as const)(
    'given %s, then nothing moves or flashes on a page, a sheet, a price or a toast',
    async (_who, kept, media) => {
      const page = await open(kept, media);
      expect(await walk(page)).toEqual({ moved: [], restless: [] });
      await page.close();
      expect(phone.seen.complaints).toEqual([]);
    },
  );
});

describe.each([
  ['en', 'Amount'],
  ['spa', 'Cantidad'],
])('an amount in %s', (lang, label) => {
  let page: Page;
  let field: Locator;
  let isOpen = () => false;
  /** Reuses one page for all tests; reopens it when a failure closed its phone. */
  beforeEach(async () => {
    if (isOpen()) return;
    await phone.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: edgeUrl });
    page = await openAtRest('fund/transfer', { ...demo, lang });
    isOpen = () => !page.isClosed();
    field = page.getByLabel(label, { exact: true });
  });
  afterAll(() => (isOpen() ? page.close() : undefined));

  const isSane = async () => expect(await page.locator('body').textContent()).not.toMatch(/NaN|undefined|Infinity/);
  const caret = () => field.evaluate((input: { selectionStart: number }) => input.selectionStart);
  const start = async (value: string) => {
    await field.focus();
    await field.fill('');
    await field.pressSequentially(value);
  };

  it.each([
    ['0,5', '0.5'],
    ['0.5', '0.5'],
    ['.5', '0.5'],
    ['1.2.3', '1.23'],
    ['1..5', '1.5'],
    ['1,2,3', '1.23'],
    ['0.123456789012', '0.1234567890'],
    ['-1e5', '15'],
    ['12345678901234567890123', '12345678901234567890'],
  ])('typed as %s is parsed as %s', async (typed, held) => {
    await start(typed);
    expect(await field.inputValue()).toBe(held);
    await isSane();
  });

  it.each([
    ['1,234.5 USDT', '1234.5', '1,234.5'],
    ['1.234,5', '1234.5', '1,234.5'],
    ['≈ $0.123456789012', '0.1234567890', '0.1234567890'],
    ['rubbish', '', ''],
    ['NaN', '', ''],
  ])('pasted as %s is parsed as %s and displayed without focus as %s', async (pasted, held, shown) => {
    await start('');
    await page.evaluate((text) => navigator.clipboard.writeText(text), pasted);
    await field.press('ControlOrMeta+v');
    expect(await field.inputValue()).toBe(held);
    await isSane();
    await field.blur();
    expect(await field.inputValue()).toBe(shown);
    await isSane();
  });

  it('keeps the caret position while typing, and requests a keypad with a decimal key', async () => {
    await start('1234.5');
    await field.evaluate((input: { setSelectionRange(from: number, to: number): void }) =>
      input.setSelectionRange(2, 2),
    );
    await field.press('9');
    expect([await field.inputValue(), await caret()]).toEqual(['12934.5', 3]);
    await field.press('.');
    expect([await field.inputValue(), await caret()]).toEqual(['12934.5', 3]);
    await field.press('Backspace');
    expect([await field.inputValue(), await caret()]).toEqual(['1234.5', 2]);
    expect(await field.getAttribute('inputmode')).toBe('decimal');
    expect(phone.seen.complaints).toEqual([]);
  });

  it('given the field is focused by keyboard, when a number is typed, then it replaces the old one', async () => {
    await start('1234.5');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('7');
    expect(await field.inputValue()).toBe('7');
  });
});

/**
 * Finds elements that directly contain digits, whether they request tabular figures, and the measured digit widths.
 * Runs in the page.
 */
function findFigures(): { text: string; isTabular: boolean; widths: number[] }[] {
  const range = document.createRange();
  const widthAt = (text: PageText, at: number) => {
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    const { left, right } = range.getBoundingClientRect();
    return right - left;
  };
  const inElement = (element: PageElement) =>
    [...element.childNodes]
      .filter(({ nodeType, textContent }) => nodeType === 3 && /\d/.test(textContent))
      .map((node) => ({
        text: node.textContent,
        isTabular: getComputedStyle(element).fontVariantNumeric?.includes('tabular-nums') ?? false,
        widths: [...node.textContent.matchAll(/\d/g)].map(({ index }) => widthAt(node, index)),
      }));
  return [...document.querySelectorAll('body *')].flatMap(inElement);
}

describe('figures', () => {
  const HAIR = 0.25; // Letter positions are rounded to subpixels.

  // The page check measures the digits of every screen; what a user types is not on them.
  it('that are typed have digits of equal width', async () => {
    const page = await openAtRest('fund/transfer', demo);
    await page.getByLabel('Amount', { exact: true }).fill('1234.56789');
    const figures = await page.evaluate(findFigures);
    expect(figures.length).toBeGreaterThan(1);
    const isOneWidth = (widths: number[]) => Math.max(...widths) - Math.min(...widths) < HAIR;
    expect(figures.filter(({ isTabular, widths }) => !isTabular || !isOneWidth(widths))).toEqual([]);
    await page.close();
  });
});

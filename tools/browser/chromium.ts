import { type Browser, chromium } from 'playwright-core';
import { BROWSER_PROGRAM, TIMED_BROWSER_PROGRAM } from './program.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none', // As on phones: glyph widths are not rounded to whole pixels.
  '--enable-blink-features=ComputedAccessibilityInfo', // `element.computedName`: the name screen readers get.
];

const open = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, headless: true, args: FLAGS });

/** Opens the machine's browser without its background activity, for checks and interaction. */
export const openBrowser = (): Promise<Browser> => open(BROWSER_PROGRAM);
/** Opens the browser for time measurements. */
export const openTimedBrowser = (): Promise<Browser> => open(TIMED_BROWSER_PROGRAM);

import { type Browser, chromium } from 'playwright-core';
import { BROWSER_PROGRAM, TIMED_BROWSER_PROGRAM } from './program.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none', // As phones draw: letters are as wide as they are, not as whole pixels.
  '--enable-blink-features=ComputedAccessibilityInfo', // `element.computedName`: the name a screen reader is given.
];

const open = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, headless: true, args: FLAGS });

/** The browser of the machine, without what it would do of its own accord: for what is looked at and done. */
export const openBrowser = (): Promise<Browser> => open(BROWSER_PROGRAM);
/** For what is measured by the clock. */
export const openTimedBrowser = (): Promise<Browser> => open(TIMED_BROWSER_PROGRAM);

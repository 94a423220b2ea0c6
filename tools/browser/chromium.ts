import { type Browser, chromium } from 'playwright-core';
import { BROWSER_PROGRAM } from './program.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none', // As phones draw: letters are as wide as they are, not as whole pixels.
  '--enable-blink-features=ComputedAccessibilityInfo', // `element.computedName`: the name a screen reader is given.
];

/** The browser of the machine, without what it would do of its own accord. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: BROWSER_PROGRAM, headless: true, args: FLAGS });

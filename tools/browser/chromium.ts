import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

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

const SHELL = '/usr/bin/chromium-headless-shell';
const WHOLE = '/usr/bin/chromium';

/** Headless Chromium shell: it starts in a tenth of the time and leaves more of the machine to the page. */
export const BROWSER_PROGRAM = existsSync(SHELL) ? SHELL : WHOLE;
/** The full browser, as used by users. The shell schedules frames irregularly and reports taps half a second late. */
const TIMED_BROWSER_PROGRAM = WHOLE;

import { existsSync } from 'node:fs';

const SHELL = '/usr/bin/chromium-headless-shell';
const WHOLE = '/usr/bin/chromium';

/** Headless Chromium shell: it starts in a tenth of the time and leaves more of the machine to the page. */
export const BROWSER_PROGRAM = existsSync(SHELL) ? SHELL : WHOLE;
/** The full browser, as used by users. The shell schedules frames irregularly and reports taps half a second late. */
export const TIMED_BROWSER_PROGRAM = WHOLE;

import { existsSync } from 'node:fs';

const SHELL = '/usr/bin/chromium-headless-shell';
const WHOLE = '/usr/bin/chromium';

/** Chromium without a desktop browser around it: it starts in a tenth of the time, and leaves the machine to the page. */
export const BROWSER_PROGRAM = existsSync(SHELL) ? SHELL : WHOLE;
/** As users have it. The other one draws when it likes, and tells of a tap half a second late. */
export const TIMED_BROWSER_PROGRAM = WHOLE;

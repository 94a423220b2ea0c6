import { existsSync } from 'node:fs';

/** The engine without a desktop browser around it starts in a tenth of the time, and leaves the machine to the page. */
const SHELL = '/usr/bin/chromium-headless-shell';
const WHOLE = '/usr/bin/chromium';

/** The Chromium of this machine. */
export const BROWSER_PROGRAM = existsSync(SHELL) ? SHELL : WHOLE;

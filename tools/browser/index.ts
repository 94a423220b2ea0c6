export { BROWSER_PROGRAM, openBrowser, openTimedBrowser } from './chromium.ts';
export { openPhone, type Phone } from './phone.ts';
export { serveFolder } from './serve-folder.ts';
export { openCold, resize, SETTLED_MS_MAX } from './settle.ts';

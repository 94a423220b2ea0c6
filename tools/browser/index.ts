export { openBrowser, openTimedBrowser } from './chromium.ts';
export { openPhone, type Phone } from './phone.ts';
export { BROWSER_PROGRAM } from './program.ts';
export { serveFolder } from './serve-folder.ts';
export { openCold, resize, SETTLED_MS_MAX } from './settle.ts';

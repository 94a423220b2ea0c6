export { openBrowser } from './chromium.ts';
export { openPhone, type Phone, type PhoneShape } from './phone.ts';
export { serveFolder } from './serve-folder.ts';
export { openCold } from './settle.ts';

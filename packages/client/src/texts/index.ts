export { createTexts, type FetchTexts, type Messages } from './texts.ts';

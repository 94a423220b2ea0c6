export type { TextFeature, TextKey } from './catalogue.ts';
export {
  LANGUAGE_CODES,
  LANGUAGE_NAMES,
  LANGUAGES,
  type Language,
  languageOfBrowser,
  languageOr,
} from './languages.ts';
export { fillMessage, type Message, type Params } from './message.ts';

export { LANGUAGES, type Language, WRITTEN, type Written, writtenOr } from './languages.ts';
export { formatMessage, type Params } from './message.ts';

import { setupI18n } from '@lingui/core';
import type { CompiledMessage } from '@lingui/message-utils/compileMessage';
import { LANGUAGES, type Language } from './languages.ts';

/** What fills the blanks of a message. */
export type Params = Readonly<Record<string, string | number>>;

/** A message as it is shipped: plain words, or the parts of an ICU message compiled when the app was built. */
export type Message = string | CompiledMessage;

/** Fills a message. Blanks that are not given stay visible, so a forgotten one is seen. */
export function fillMessage(language: Language, message: Message, params: Params = {}): string {
  if (typeof message === 'string') return message;
  const locale = LANGUAGES[language];
  return setupI18n({ locale, messages: { [locale]: { message } } })._('message', params);
}

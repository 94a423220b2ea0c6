import { setupI18n } from '@lingui/core';
import type { CompiledMessage } from '@lingui/message-utils/compileMessage';
import { LANGUAGES, type Language } from './languages.ts';

/** Values for the placeholders of a message. */
export type Params = Readonly<Record<string, string | number>>;

/** A message as shipped: plain text, or the parts of an ICU message compiled at build time. */
export type Message = string | CompiledMessage;

/** Fills a message. Placeholders without a value stay visible, so that an omission is noticed. */
export function fillMessage(language: Language, message: Message, params: Params = {}): string {
  if (typeof message === 'string') return message;
  const locale = LANGUAGES[language];
  return setupI18n({ locale, messages: { [locale]: { message } } })._('message', params);
}

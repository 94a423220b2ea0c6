import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { LANGUAGES, type Language } from './languages.ts';

/** What fills the blanks of a message. */
export type Params = Readonly<Record<string, string | number>>;

/** Formats one ICU message. Blanks that are not given stay visible, so a forgotten one is seen. */
export function formatMessage(language: Language, message: string, params: Params = {}): string {
  const i18n = setupI18n({
    locale: LANGUAGES[language],
    messages: { [LANGUAGES[language]]: { message: compileMessage(message) } },
  });
  return i18n._('message', params);
}

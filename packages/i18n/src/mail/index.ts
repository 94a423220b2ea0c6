import { writtenOr } from '../languages.ts';
import { formatMessage, type Params } from '../message.ts';
import en from './en.json' with { type: 'json' };
import tur from './tur.json' with { type: 'json' };

export type MailTextKey = keyof typeof en;

export const mailTexts = { en, tur } as const satisfies Record<string, Record<MailTextKey, string>>;

/** What stands in a mail, in the language the request was made in. */
export function mailText(language: string, key: MailTextKey, params?: Params): string {
  const written = writtenOr(language);
  return formatMessage(written, mailTexts[written][key], params);
}

import { writtenOr } from '../languages.ts';
import { formatMessage, type Params } from '../message.ts';
import en from './en.json' with { type: 'json' };
import tur from './tur.json' with { type: 'json' };

export type RefusalTextKey = keyof typeof en;

/** The same texts for the server's answers and the app's own messages. */
export const refusalTexts = { en, tur } as const satisfies Record<string, Record<RefusalTextKey, string>>;

export function refusalText(language: string, key: RefusalTextKey, params?: Params): string {
  const written = writtenOr(language);
  return formatMessage(written, refusalTexts[written][key], params);
}

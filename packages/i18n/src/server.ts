import { compile } from './compile.ts';
import type kyc from './kyc/en.json';
import { LANGUAGE_CODES, type Language, languageOr } from './languages.ts';
import type mail from './mail/en.json';
import { fillMessage, type Message, type Params } from './message.ts';
import type notice from './notice/en.json';
import type refusal from './refusal/en.json';
import type statement from './statement/en.json';

type Written = Readonly<Record<string, string>>;

export type RefusalTextKey = keyof typeof refusal;
export type IdentityTextKey = keyof typeof kyc;
export type MailTextKey = keyof typeof mail;
export type NoticeTextKey = keyof typeof notice;
export type StatementTextKey = keyof typeof statement;

/** Loads all ten languages at once: a server responds in the language of each request. */
async function readAll<Key extends string>(feature: string) {
  const load = async (language: Language) => {
    const { default: written } = await import(`./${feature}/${language}.json`, { with: { type: 'json' } });
    return [language, new Map(Object.entries(written as Written).map(([key, text]) => [key, compile(text)]))] as const;
  };
  const texts: ReadonlyMap<Language, ReadonlyMap<string, Message>> = new Map(
    await Promise.all(LANGUAGE_CODES.map(load)),
  );
  return (language: string, key: Key, params?: Params): string => {
    const known = languageOr(language);
    return fillMessage(known, texts.get(known)?.get(key) ?? key, params);
  };
}

/** Texts of refusals, in the user's language. */
export const refusalText = await readAll<RefusalTextKey>('refusal');
/** Texts of mails. */
export const mailText = await readAll<MailTextKey>('mail');
/** Texts of `/getSetting`: risk, maintenance, withdrawals. */
export const noticeText = await readAll<NoticeTextKey>('notice');
/** Texts of statements, on the screen and in PDFs. */
export const statementText = await readAll<StatementTextKey>('statement');
/** Texts of identity, such as those of the reasons for a rejection, which reviewers read as users will. */
export const identityText = await readAll<IdentityTextKey>('kyc');

import { mailText } from '@app/i18n/server';
import type { CODE_PURPOSES } from '@app/protocol/auth';
import type { Mail } from '../notify/index.ts';

export type Purpose = (typeof CODE_PURPOSES)[number];

/** To whom, and in which language. */
export type Reader = { readonly to: string; readonly lang: string };

/** The code stands in the text and not in the subject, which a locked phone shows. */
export const codeMail = ({ to, lang }: Reader, purpose: Purpose, code: { text: string; minutes: number }): Mail => ({
  to,
  subject: mailText(lang, 'code_subject'),
  text: [
    mailText(lang, `code_${purpose}`, { code: code.text }),
    mailText(lang, 'code_rules', { minutes: code.minutes }),
    mailText(lang, 'code_not_you'),
    '',
  ].join('\n\n'),
});

/** Only the owner of the address learns that it has an account, or has none. */
export const noticeMail = ({ to, lang }: Reader, purpose: Purpose): Mail => ({
  to,
  subject: mailText(lang, 'notice_subject'),
  text: `${mailText(lang, purpose === 'register' ? 'notice_known' : 'notice_unknown')}\n`,
});

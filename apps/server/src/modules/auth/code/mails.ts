import type { Channel } from '@app/domain/auth';
import type { NoticeKind } from '@app/domain/notify';
import type { Params } from '@app/i18n';
import { type MailTextKey, mailText } from '@app/i18n/server';
import type { CodePurpose } from '@app/protocol';
import type { Tx } from '../../../platform/database.ts';
import { queueMail, queueSms, writeNotice } from '../../notify/index.ts';
import type { UserRow } from '../account/user.store.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { makeFreezeLink } from '../freeze/freeze-link.ts';

export type Purpose = CodePurpose;

/** Whom a message reaches, in which language, and the phrase by which they know it is ours. */
type Addressee = {
  readonly to: string;
  readonly channel: Channel;
  readonly lang: string;
  readonly phrase: string | null;
};

export type ShownCode = { readonly text: string; readonly minutes: number };

type CodeMessage = { readonly purpose: Purpose; readonly code: ShownCode };

export async function queueCode(tx: Tx, addressee: Addressee, message: CodeMessage): Promise<void> {
  await queueLines(tx, { ...addressee, subject: 'code_subject' }, codeLines(addressee, message));
}

/**
 * Sends the code, or the notice that stands in its place. Both texts are written either way: writing one is a fifth of a
 * millisecond faster than the other, and a thousand answers would show it. Only the owner of the address or number learns
 * that it has an account, or has none.
 */
export async function queueCodeOrNotice(
  tx: Tx,
  addressee: Addressee,
  { isCode, isKnown, ...message }: CodeMessage & { readonly isCode: boolean; readonly isKnown: boolean },
): Promise<void> {
  const code = { subject: 'code_subject', lines: codeLines(addressee, message) } as const;
  const notice = { subject: 'notice_subject', lines: noticeLines(addressee, isKnown) } as const;
  const { subject, lines } = isCode ? code : notice;
  await queueLines(tx, { ...addressee, subject }, lines);
}

/** The code stands in the text and not in the subject, which a locked phone shows. */
function codeLines({ lang, channel }: Addressee, { purpose, code: { text, minutes } }: CodeMessage): readonly string[] {
  if (channel === 'mobile') return [mailText(lang, 'sms_code', { code: text, minutes })];
  return [
    mailText(lang, `code_${purpose}`, { code: text }),
    mailText(lang, 'code_rules', { minutes }),
    mailText(lang, 'code_not_you'),
  ];
}

function noticeLines({ lang, channel }: Addressee, isKnown: boolean): readonly string[] {
  const key = isKnown ? 'notice_known' : 'notice_unknown';
  return [mailText(lang, channel === 'mobile' ? `sms_${key}` : key)];
}

/** What happened to an account, as the texts name it: what is mailed is what the app has a notice of. */
type SecurityKind = Extract<MailTextKey, `security_${NoticeKind}`>;

const noticeOf = (kind: SecurityKind) => kind.slice('security_'.length) as NoticeKind; // By its type.

export type Owner = Pick<UserRow, 'id' | 'email' | 'mobile' | 'lang' | 'phrase'>;

/**
 * Tells the owner what was changed, in the transaction that changes it: by a notice in the app, and by a mail with a link
 * that stops everything; where there is only a phone, by text. Give the row from before the change: a thief's new number
 * must not be told instead.
 */
export async function securityMail(
  tx: Tx,
  deps: Pick<AuthDeps, 'nextId' | 'publicUrl' | 'settings'>,
  owner: Owner,
  kind: SecurityKind,
  params: Params = {},
): Promise<void> {
  const lang = owner.lang ?? 'en';
  const to = owner.email ?? owner.mobile ?? '';
  const channel = owner.email === null ? 'mobile' : 'email';
  const wayOut =
    kind === 'security_frozen'
      ? []
      : [mailText(lang, 'security_not_you', { link: await makeFreezeLink(tx, deps, owner.id) })];
  const lines = [mailText(lang, kind, params), ...wayOut];
  await queueLines(tx, { to, channel, lang, phrase: owner.phrase, subject: 'security_subject' }, lines);
  await writeNotice(tx, deps.nextId, { userId: owner.id, kind: noticeOf(kind), params });
}

type Envelope = Addressee & { readonly subject?: 'code_subject' | 'notice_subject' | 'security_subject' };

async function queueLines(tx: Tx, envelope: Envelope, lines: readonly string[]): Promise<void> {
  const { to, channel, lang, phrase, subject = 'code_subject' } = envelope;
  const repeated = mailText(lang, 'phrase', { phrase: phrase ?? '' }); // Also where there is none: no time tells it.
  const all = phrase === null ? lines : [...lines, repeated];
  if (channel === 'mobile') await queueSms(tx, { to, text: all.join(' ') });
  else await queueMail(tx, { to, subject: mailText(lang, subject), text: `${all.join('\n\n')}\n` });
}

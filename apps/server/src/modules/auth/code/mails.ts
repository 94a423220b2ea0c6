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

/** The code stands in the text and not in the subject, which a locked phone shows. */
export async function queueCode(
  tx: Tx,
  addressee: Addressee,
  { purpose, code }: { readonly purpose: Purpose; readonly code: ShownCode },
): Promise<void> {
  const { lang, channel } = addressee;
  const { text, minutes } = code;
  if (channel === 'mobile') return queueLines(tx, addressee, [mailText(lang, 'sms_code', { code: text, minutes })]);
  await queueLines(tx, { ...addressee, subject: 'code_subject' }, [
    mailText(lang, `code_${purpose}`, { code: text }),
    mailText(lang, 'code_rules', { minutes }),
    mailText(lang, 'code_not_you'),
  ]);
}

/** Only the owner of the address or number learns that it has an account, or has none. */
export async function queueNotice(tx: Tx, addressee: Addressee, isKnown: boolean): Promise<void> {
  const key = isKnown ? 'notice_known' : 'notice_unknown';
  const text = mailText(addressee.lang, addressee.channel === 'mobile' ? `sms_${key}` : key);
  await queueLines(tx, { ...addressee, subject: 'notice_subject' }, [text]);
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
  deps: AuthDeps,
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
  const all = phrase === null ? lines : [...lines, mailText(lang, 'phrase', { phrase })];
  if (channel === 'mobile') await queueSms(tx, { to, text: all.join(' ') });
  else await queueMail(tx, { to, subject: mailText(lang, subject), text: `${all.join('\n\n')}\n` });
}

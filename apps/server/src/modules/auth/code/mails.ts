import { expectDefined } from '@app/base';
import type { Channel } from '@app/domain/auth';
import type { NoticeKind } from '@app/domain/notify';
import type { Params } from '@app/i18n';
import { type MailTextKey, mailText } from '@app/i18n/server';
import type { CodePurpose } from '@app/protocol';
import type { Tx } from '../../../platform/db/database.ts';
import { queueMail, queueSms, writeNotice } from '../../notify/index.ts';
import { createSettings } from '../../reference/index.ts';
import { findUser, type UserRow } from '../account/user.store.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { makeFreezeLink } from '../freeze/freeze-link.ts';

export type Purpose = CodePurpose;

/** Recipient of a message, its language, and the safety phrase that proves it is ours. */
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
 * Queues the code, or the notice that replaces it. Both texts are rendered either way: rendering one is a fifth of a
 * millisecond faster than the other, which a thousand responses would reveal. Only the owner of the address or number
 * can see whether it has an account.
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

/** Renders the code into the text and not into the subject, which a locked phone shows. */
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

/** Security event, as the mail texts name it: every mailed event also has a notice in the app. */
type SecurityKind = Extract<MailTextKey, `security_${NoticeKind}`>;

const noticeOf = (kind: SecurityKind) => kind.slice('security_'.length) as NoticeKind; // Given by its type.

export type Owner = Pick<UserRow, 'id' | 'email' | 'mobile' | 'lang' | 'phrase'>;

/**
 * Notifies the owner of a change, in the transaction that makes it: by a notice in the app and by a mail with a link
 * that freezes the account; by text where there is only a phone. Pass the row from before the change, so that a thief's
 * new number is not notified instead.
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

/** Mails or texts the owner without a link and without a notice, where the caller has neither. */
export async function queueOwnerMail(tx: Tx, owner: Owner, kind: MailTextKey, params: Params = {}): Promise<void> {
  const lang = owner.lang ?? 'en';
  const channel = owner.email === null ? 'mobile' : 'email';
  const addressee = { to: owner.email ?? owner.mobile ?? '', channel, lang, phrase: owner.phrase } as const;
  await queueLines(tx, { ...addressee, subject: 'security_subject' }, [mailText(lang, kind, params)]);
}

export type SecurityEvent = { readonly kind: SecurityKind; readonly params?: Params };

/**
 * Notifies a user of a change that another module makes, like `securityMail`; `lang` is that of the request. Reads
 * settings in the transaction: one that holds a lock must not wait for another connection, which others that wait for
 * the lock may have.
 */
export async function notifyOwner(
  tx: Tx,
  deps: Pick<AuthDeps, 'nextId' | 'publicUrl'>,
  { userId, lang }: { readonly userId: bigint; readonly lang: string },
  { kind, params = {} }: SecurityEvent,
): Promise<void> {
  const user = expectDefined(await findUser(tx, userId), 'the user of a session');
  await securityMail(tx, { ...deps, settings: createSettings(tx) }, { ...user, lang: user.lang ?? lang }, kind, params);
}

type Envelope = Addressee & { readonly subject?: 'code_subject' | 'notice_subject' | 'security_subject' };

async function queueLines(tx: Tx, envelope: Envelope, lines: readonly string[]): Promise<void> {
  const { to, channel, lang, phrase, subject = 'code_subject' } = envelope;
  const repeated = mailText(lang, 'phrase', { phrase: phrase ?? '' }); // Also without one: timing must not differ.
  const all = phrase === null ? lines : [...lines, repeated];
  if (channel === 'mobile') await queueSms(tx, { to, text: all.join(' ') });
  else await queueMail(tx, { to, subject: mailText(lang, subject), text: `${all.join('\n\n')}\n` });
}

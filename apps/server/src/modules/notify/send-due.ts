import type { Registry } from 'prom-client';
import type { Db } from '../../platform/db/database.ts';
import type { Log } from '../../platform/process/log.ts';
import { gaugeFrom } from '../../platform/process/metrics.ts';
import * as store from './notify.store.ts';
import { type MailTransport, RefusedForGood, type SmsTransport } from './transport.ts';

/** Bus hint after a commit that queued a message; losing it costs one round of the worker's loop. */
export const MAIL_SUBJECT = 'notify.mail.queued';

/** As many as the transport has connections: a message queued behind others could outlive its claim. */
const BATCH = 5;

type Means = {
  readonly db: Db;
  readonly log: Log;
  readonly channel: store.MessageChannel;
  readonly send: (message: store.ClaimedMessage) => Promise<void>;
};

/** Sends due mails until none is left, and returns how many were sent. Several workers may call this at once. */
export const sendDueMails = (db: Db, transport: MailTransport, log: Log): Promise<number> =>
  sendDue({ db, log, channel: 'mail', send: (mail) => transport.send(mail) });

/** Sends due text messages to phones in the same way. */
export const sendDueSms = (db: Db, transport: SmsTransport, log: Log): Promise<number> =>
  sendDue({ db, log, channel: 'sms', send: (sms) => transport.send(sms) });

async function sendDue(means: Means): Promise<number> {
  let sent = 0;
  for (;;) {
    const claimed = await store.claimDue(means.db, means.channel, BATCH);
    const outcomes = await Promise.all(claimed.map((message) => sendOne(means, message)));
    sent += outcomes.filter((isSent) => isSent).length;
    if (claimed.length < BATCH) return sent;
  }
}

/**
 * Sends one message. The log names the job and the kind of failure only: a response may quote the address, a message
 * may contain a code.
 */
async function sendOne({ db, send, log, channel }: Means, message: store.ClaimedMessage): Promise<boolean> {
  const { id, tries } = message;
  try {
    await send(message);
  } catch (error) {
    const reason = reasonOf(error);
    log.warn({ job: String(id), channel, tries, reason }, 'notify.delivery_failed');
    await (error instanceof RefusedForGood ? store.markRefused(db, id, reason) : store.postpone(db, message, reason));
    return false;
  }
  await store.markSent(db, id);
  return true;
}

/** Fields by which a library's error is identified; fetch nests the reason one level deeper. */
type Trouble = { name?: string; code?: string | number; responseCode?: number; cause?: { code?: string } };

function reasonOf(error: unknown): string {
  if (error instanceof RefusedForGood) return error.message;
  const { name, code, responseCode, cause } = error as Trouble; // Anything may be thrown; each field may be missing.
  const reason = cause?.code ?? (typeof code === 'string' ? code : name) ?? 'unknown';
  return responseCode === undefined ? reason : `${reason} ${responseCode}`;
}

/** Exposes how many messages wait; every worker shows the same figures. */
export function measureMessages(registry: Registry, db: Db): void {
  const about = { name: 'messages_unsent', help: 'Mails and text messages that were not sent yet.' };
  gaugeFrom(registry, { ...about, labelNames: ['channel'] }, async () =>
    (await store.countUnsent(db)).map(({ channel, count }) => ({ labels: { channel }, count: Number(count) })),
  );
}

/** Deletes messages that finished a month ago. */
export const sweepMessages = (db: Db): Promise<bigint> => store.deleteOld(db);

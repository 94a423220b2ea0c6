import type { Db } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { type MailTransport, RefusedForGood } from './mail-transport.ts';
import * as store from './notify.store.ts';

/** Hinted on the bus after a commit that queued a mail; losing it costs one round of the worker's loop. */
export const MAIL_HINT = 'notify.mail.queued';

/** As many as the transport has connections: a mail that waited behind others could outlive its claim. */
const BATCH = 5;

/** Sends what is due, until nothing is, and says how many left. Several workers may call this at once. */
export async function sendDueMails(db: Db, transport: MailTransport, log: Log): Promise<number> {
  let sent = 0;
  for (;;) {
    const claimed = await store.claimDue(db, BATCH);
    const outcomes = await Promise.all(claimed.map((mail) => sendOne({ db, transport, log }, mail)));
    sent += outcomes.filter((isSent) => isSent).length;
    if (claimed.length < BATCH) return sent;
  }
}

type Means = { readonly db: Db; readonly transport: MailTransport; readonly log: Log };

/** The log names the job and the kind of trouble: an SMTP answer may quote the address, a mail may hold a code. */
async function sendOne({ db, transport, log }: Means, mail: store.ClaimedMail): Promise<boolean> {
  try {
    await transport.send(mail);
  } catch (error) {
    const reason = reasonOf(error);
    log.warn({ mail: String(mail.id), tries: mail.tries, reason }, 'a mail was not taken');
    await (error instanceof RefusedForGood ? store.markRefused(db, mail.id, reason) : store.postpone(db, mail, reason));
    return false;
  }
  await store.markSent(db, mail.id);
  return true;
}

function reasonOf(error: unknown): string {
  if (error instanceof RefusedForGood) return error.message;
  const { code = 'unknown', responseCode } = error as { code?: string; responseCode?: number };
  return responseCode === undefined ? code : `${code} ${responseCode}`;
}

/** Forgets mails that ended a month ago. */
export const sweepMails = (db: Db): Promise<bigint> => store.deleteOld(db);

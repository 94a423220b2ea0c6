import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { uuidV7 } from '@app/base';

/** Outcome of a request for a client that never assumes a result. */
export type Answer = {
  readonly kind: 'ok' | 'refused' | 'unknown';
  readonly code: string;
  readonly data: Record<string, unknown>;
};

export type Journey = { readonly edgeUrl: string; readonly mailsUrl: string };

const REPEATABLE = new Set(['result_unknown', 'engine_unavailable', 'account_busy', 'too_many_requests']);

/** Time limit for a killed part to recover, with another for a mail to arrive, on a busy machine. */
const KNOWN_MS_MAX = 180_000;
const MAIL_MS_MAX = 60_000;
const ANSWER_MS_MAX = 20_000;

/** Sends a form like the app. A broken connection is unknown, never a failure. */
async function send(
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields),
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
    const body = (await response.json()) as { type: unknown; error?: string; data?: Record<string, unknown> }; // API envelope.
    if (response.status === 200 && body.type === 'ok') return { kind: 'ok', code: 'ok', data: body.data ?? {} };
    const code = body.error ?? `status ${response.status}`;
    return { kind: REPEATABLE.has(code) ? 'unknown' : 'refused', code, data: {} };
  } catch (error) {
    return { kind: 'unknown', code: error instanceof Error ? error.name : 'broken', data: {} };
  }
}

/** Retries one request with the same idempotency key until its outcome is known. */
export async function sendUntilKnown(
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string>,
): Promise<Answer & { tries: number }> {
  const deadlineMs = performance.now() + KNOWN_MS_MAX;
  for (let tries = 1; ; tries++) {
    const answer = await send(url, fields, headers);
    if (answer.kind !== 'unknown') return { ...answer, tries };
    if (performance.now() > deadlineMs) throw new Error(`no answer after ${tries} tries, last ${answer.code}`);
    await pause(50);
  }
}

export type OpenedUser = { readonly token: string; readonly userId: string };

/** Registers over SMTP and HTTP, and logs in; in real mode. */
export async function openUser({ edgeUrl, mailsUrl }: Journey, name: string): Promise<OpenedUser> {
  const account = `${name}@example.com`;
  const password = 'correct horse battery';
  await demand(edgeUrl, '/sms_mail', { user_string: account });
  const code = await readNewestCode(mailsUrl, account, 0);
  const agreed = { user_string: account, code, password, re_password: password, agree: '1', country: 'DE' };
  const { user_id: userId } = (await demand(edgeUrl, '/user/register', agreed)) as { user_id: string };
  const { token } = (await demand(edgeUrl, '/user/login', { user_string: account, password })) as { token: string };
  return { token, userId };
}

/** Opens a user, claims demo money and switches to demo mode. */
export async function openDemoUser(journey: Journey, name: string): Promise<OpenedUser> {
  const { token, userId } = await openUser(journey, name);
  await demand(journey.edgeUrl, '/user/demo_account', {}, token);
  const switched = await demand(journey.edgeUrl, '/user/change_account', { book: 'demo' }, token);
  return { token: String(switched.token), userId };
}

/** Sends a form that must be accepted, with a key of its own; returns the data of the answer. */
export async function demand(
  edgeUrl: string,
  path: string,
  fields: Record<string, string>,
  token?: string,
): Promise<Record<string, unknown>> {
  const headers = { ...(token && { authorization: token }), 'idempotency-key': newKey() };
  const answer = await sendUntilKnown(`${edgeUrl}/api${path}`, fields, headers);
  if (answer.kind !== 'ok') throw new Error(`${path} was refused: ${answer.code}`);
  return answer.data;
}

/** Pattern of the code in our mails; six digits may also occur in a link. */
const CODE = /: (\d{6})$/m;

/**
 * Returns the code from a mail received after `afterMs`: an earlier one may still be in the mailbox, and a notice may
 * have arrived since.
 */
export async function readNewestCode(mailsUrl: string, account: string, afterMs: number): Promise<string> {
  for (const deadlineMs = Date.now() + MAIL_MS_MAX; Date.now() < deadlineMs; await pause(100)) {
    const response = await fetch(`${mailsUrl}/mails?to=${encodeURIComponent(account)}`);
    const mails = (await response.json()) as { text: string; caughtAtMs: number }[]; // Catcher's format.
    const codes = mails.flatMap(({ caughtAtMs, text }) => (caughtAtMs >= afterMs ? (CODE.exec(text)?.[1] ?? []) : []));
    if (codes[0] !== undefined) return codes[0];
  }
  throw new Error(`no code was mailed to ${account}`);
}

/** Creates an idempotency key for one intent, like the app. */
export const newKey = (): string => uuidV7(Date.now(), randomBytes(10));

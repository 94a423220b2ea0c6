import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { uuidV7 } from '@app/base';

/** What one answer means to a client that must not guess. */
export type Answer = {
  readonly kind: 'ok' | 'refused' | 'unknown';
  readonly code: string;
  readonly data: Record<string, unknown>;
};

export type Journey = { readonly edgeUrl: string; readonly mailsUrl: string };

const REPEATABLE = new Set(['result_unknown', 'engine_unavailable', 'account_busy', 'too_many_requests']);

/** Sends a form as the app does. A broken connection is unknown, never a failure. */
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
      signal: AbortSignal.timeout(10_000),
    });
    const body = (await response.json()) as { type: unknown; error?: string; data?: Record<string, unknown> }; // The one envelope.
    if (response.status === 200 && body.type === 'ok') return { kind: 'ok', code: 'ok', data: body.data ?? {} };
    const code = body.error ?? `status ${response.status}`;
    return { kind: REPEATABLE.has(code) ? 'unknown' : 'refused', code, data: {} };
  } catch (error) {
    return { kind: 'unknown', code: error instanceof Error ? error.name : 'broken', data: {} };
  }
}

/** Repeats one request, key and all, until its answer is known. */
export async function sendUntilKnown(
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string>,
): Promise<Answer & { tries: number }> {
  for (let tries = 1; ; tries++) {
    const answer = await send(url, fields, headers);
    if (answer.kind !== 'unknown') return { ...answer, tries };
    if (tries === 200) throw new Error(`no answer after ${tries} tries, last ${answer.code}`);
    await pause(50);
  }
}

/** Registers over SMTP and HTTP, takes the demo money and switches to it, as the thin path does; answers the token. */
export async function openDemoUser(
  { edgeUrl, mailsUrl }: Journey,
  name: string,
): Promise<{ token: string; userId: string }> {
  const account = `${name}@example.com`;
  const password = 'correct horse battery';
  const call = async (path: string, fields: Record<string, string>, token?: string) => {
    const headers = { ...(token && { authorization: token }), 'idempotency-key': newKey() };
    const answer = await sendUntilKnown(`${edgeUrl}/api${path}`, fields, headers);
    if (answer.kind !== 'ok') throw new Error(`${path} was refused: ${answer.code}`);
    return answer.data;
  };
  await call('/sms_mail', { user_string: account });
  const code = await readCode(mailsUrl, account);
  const agreed = { user_string: account, code, password, re_password: password, agree: '1' };
  const { user_id: userId } = (await call('/user/register', agreed)) as { user_id: string };
  const { token } = (await call('/user/login', { user_string: account, password })) as { token: string };
  await call('/user/demo_account', {}, token);
  const switched = (await call('/user/change_account', { book: 'demo' }, token)) as { token: string };
  return { token: switched.token, userId };
}

/** The code in a mail that came after a moment: an earlier one may still lie there. */
export async function readNewestCode(mailsUrl: string, account: string, afterMs: number): Promise<string> {
  for (let waited = 0; waited < 200; waited++) {
    const response = await fetch(`${mailsUrl}/mails?to=${encodeURIComponent(account)}`);
    const mails = (await response.json()) as { text: string; caughtAtMs: number }[]; // The catcher's own form.
    const code = /\b(\d{6})\b/.exec(mails.find(({ caughtAtMs }) => caughtAtMs >= afterMs)?.text ?? '')?.[1];
    if (code !== undefined) return code;
    await pause(100);
  }
  throw new Error(`no code was mailed to ${account}`);
}

async function readCode(mailsUrl: string, account: string): Promise<string> {
  for (let waited = 0; waited < 200; waited++) {
    const text = await (await fetch(`${mailsUrl}/mails?to=${encodeURIComponent(account)}`)).text();
    const code = /\b(\d{6})\b/.exec(text)?.[1];
    if (code !== undefined) return code;
    await pause(100);
  }
  throw new Error(`no code was mailed to ${account}`);
}

/** A key for one intent, as the app makes it. */
export const newKey = (): string => uuidV7(Date.now(), randomBytes(10));

import { authenticatorCode } from '@app/testkit';
import type { Stack } from '../stack/stack.ts';
import type { FormPost, Posted } from '../trial/form-post.ts';
import { openFormPost } from '../trial/form-post.ts';
import { openDemoUser, readNewestCode } from './journey-client.ts';

/** User with everything an attacker may try to guess; the attacker has the password and a session. */
export type Target = {
  readonly account: string;
  readonly password: string;
  readonly token: string;
  readonly mailsUrl: string;
  readonly edgeUrl: string;
  readonly post: FormPost;
  /** Authenticator code at a given time; undefined while none is bound. */
  authenticator: ((atMs: number) => string) | undefined;
  /** Request id of the code for a new password, which the attacker requested. */
  codeRequest: string;
};

export type Secret = {
  readonly name: string;
  readonly digits: number;
  /** Sets the secret up and returns it if it is constant. */
  prepare(target: Target): Promise<string>;
  isRight(target: Target, digits: string, right: string): boolean;
  current(target: Target, right: string): string;
  guess(post: FormPost, target: Target, digits: string, from: Record<string, string>): Promise<Posted>;
  /** Response to a guess that was compared and wrong. */
  readonly wrongAnswer: string;
};

const PASSWORD = 'correct horse battery';
const TRADE_PASSWORD = '274913';

export async function makeTarget(stack: Stack, name: string): Promise<Target> {
  await openDemoUser(stack, name);
  const account = `${name}@example.com`;
  const { post } = openFormPost(stack.edgeUrl, 1);
  const { data } = await must(post('/user/login', { user_string: account, password: PASSWORD }));
  const token = String(data.token);
  return {
    account,
    password: PASSWORD,
    token,
    mailsUrl: stack.mailsUrl,
    edgeUrl: stack.edgeUrl,
    post,
    authenticator: undefined,
    codeRequest: '',
  };
}

async function must(posted: Promise<Posted>): Promise<Posted> {
  const answer = await posted;
  if (answer.error !== 'ok') throw new Error(`refused: ${answer.error}`);
  return answer;
}

async function mailedCode(target: Target, purpose: string): Promise<string> {
  const { post, account, mailsUrl } = target;
  const sentAtMs = Date.now();
  const { data } = await must(post('/sms_mail', { user_string: account, purpose }));
  target.codeRequest = String(data.request ?? '');
  return await readNewestCode(mailsUrl, account, sentAtMs);
}

const same = (_victim: Target, digits: string, right: string) => digits === right;
const kept = (_victim: Target, right: string) => right;

const mailed: Secret = {
  name: 'mailed code',
  digits: 6,
  prepare: (target) => mailedCode(target, 'forget'),
  isRight: same,
  current: kept,
  guess: (post, { account, codeRequest: request }, code, from) =>
    post('/user/check', { user_string: account, purpose: 'forget', code, request }, from),
  wrongAnswer: 'code_wrong',
};

/** Trade password; each guess uses a step-up challenge that the attacker can open. */
const tradePassword: Secret = {
  name: 'trade password',
  digits: TRADE_PASSWORD.length,
  prepare: async (target) => {
    const code = await mailedCode(target, 'trade_password');
    const fields = { password: TRADE_PASSWORD, re_password: TRADE_PASSWORD, code };
    await must(target.post('/plus/trade-password', fields, { authorization: target.token }));
    return TRADE_PASSWORD;
  },
  isRight: same,
  current: kept,
  guess: async (post, { token }, trade_password, from) => {
    const headers = { authorization: token, ...from };
    const fields = JSON.stringify({ phrase: 'ours now' });
    const { data, error, status } = await post('/plus/step-up', { path: '/plus/phrase', fields }, headers);
    if (error !== 'ok') return { data, error, status };
    return await post('/plus/step-up/prove', { challenge: String(data.challenge), trade_password }, headers);
  },
  wrongAnswer: 'trade_password_wrong',
};

const authenticator: Secret = {
  name: 'authenticator',
  digits: 6,
  prepare: async (target) => {
    const code = await mailedCode(target, 'authenticator');
    const headers = { authorization: target.token };
    const key = await readKey(target);
    const shows = (atMs: number) => authenticatorCode(key, atMs);
    await must(target.post('/user/bindAuthenticator', { google_code: shows(Date.now()), code }, headers));
    target.authenticator = shows;
    return '';
  },
  isRight: ({ authenticator: shows }, digits) =>
    [-90_000, -60_000, -30_000, 0, 30_000, 60_000, 90_000].some((awayMs) => shows?.(Date.now() + awayMs) === digits),
  // The code used for binding is spent; the next one is not, and a correct guess with it would be accepted.
  current: ({ authenticator: shows }) => shows?.(Date.now() + 30_000) ?? '',
  guess: (post, { account, password }, google_code, from) =>
    post('/user/login', { user_string: account, password, google_code }, from),
  wrongAnswer: 'google_code_wrong',
};

export const SECRETS: readonly Secret[] = [mailed, tradePassword, authenticator];

async function readKey({ token, edgeUrl }: Target): Promise<string> {
  const response = await fetch(`${edgeUrl}/api/user/getAuthenticator`, { headers: { authorization: token } });
  const { data } = (await response.json()) as { data: { key: string } }; // Our own API.
  return data.key;
}

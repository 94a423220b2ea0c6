import { setTimeout as pause } from 'node:timers/promises';
import { expectDefined } from '@app/base';
import { authenticatorCode } from '@app/testkit';
import { Redis } from 'ioredis';
import { type Stack, startStack } from '../stack/stack.ts';
import { type FormPost, openFormPost, type Posted } from '../trial/form-post.ts';
import { seeded } from '../trial/random.ts';
import type { Trial } from '../trial/trial.ts';
import { openDemoUser, readNewestCode } from './journey-client.ts';
import { withClient } from './rig.ts';

const CONNECTIONS = 16;
const ALLOWED = 5;
/** Wait for settings to take effect; they are cached for a second. */
const SETTINGS_AGE_MS = 1_500;

type Outcome = { readonly name: string; readonly compared: number; readonly hits: number; readonly rightAfter: string };

/** Proves that guessing a short secret is limited to five attempts, however fast and even if Redis loses its data. */
export const guesses: Trial = {
  name: 'guesses',
  claim: 'of 2,000 guesses over 16 connections at a code, a trade password or an authenticator at most 5 are compared',
  touches: ['apps/server/src/modules/auth/', 'apps/server/src/modules/notify/', 'packages/domain/src/auth/'],
  seconds: 50,
  isMoney: true,
  run: async ({ short, seed, print }) => {
    const count = short ? 300 : 2_000;
    const stack = await startStack('guesses', { apis: 2, gateways: 1 });
    try {
      const outcomes: Outcome[] = [];
      for (const isFlushed of [false, true]) {
        for (const secret of SECRETS) {
          const target = await makeTarget(stack, `${secret.name}-${isFlushed ? 'flushed' : 'kept'}`.replace(' ', '-'));
          const outcome = await attack(stack, { secret, target, count, seed, isFlushed });
          const name = `${secret.name}${isFlushed ? ', Redis flushed' : ''}`;
          print(`${name}: ${outcome.compared} of ${count} compared, then the right one: ${outcome.rightAfter}`);
          outcomes.push({ ...outcome, name });
        }
      }
      const twin = await attackLoosened(stack, { count, seed });
      print(`twin with ten tries allowed: ${twin} compared, which is ${twin > ALLOWED ? '' : 'NOT '}noticed`);
      const isSound =
        twin > ALLOWED &&
        outcomes.every(({ compared, hits, rightAfter }) => compared <= ALLOWED && hits === 0 && rightAfter !== 'ok');
      const most = Math.max(...outcomes.map(({ compared }) => compared));
      return {
        holds: isSound,
        figure: `${outcomes.length} × ${count} guesses: at most ${most} compared, ${outcomes.filter(({ rightAfter }) => rightAfter === 'ok').length} opened`,
      };
    } finally {
      await stack.stop();
    }
  },
};

type Attack = {
  readonly secret: Secret;
  readonly target: Target;
  readonly count: number;
  readonly seed: number;
  readonly isFlushed: boolean;
};

/**
 * Sends wrong guesses only, so that comparisons can be counted by the response; the right one comes last and must be
 * refused.
 */
async function attack(
  stack: Stack,
  { secret, target, count, seed, isFlushed }: Attack,
): Promise<Omit<Outcome, 'name'>> {
  const random = seeded(seed);
  // From many addresses over all APIs at once: the attempt limit must apply across all of them.
  const apis = stack.apiUrls.map((url) => openFormPost(url, CONNECTIONS / stack.apiUrls.length));
  const postOf = (n: number) => expectDefined(apis[n % apis.length], 'an api').post;
  const stopping = new AbortController();
  const flushing = isFlushed ? flushRedis(stack, stopping.signal) : undefined;
  const right = await secret.prepare(target);
  const guess = () => {
    for (;;) {
      const digits = String(random(10 ** secret.digits)).padStart(secret.digits, '0');
      if (!secret.isRight(target, digits, right)) return digits;
    }
  };
  const from = (n: number) => ({ 'x-forwarded-for': `10.9.${n % 250}.${n % 199}` });
  const answers = await Promise.all(
    Array.from({ length: count }, (_, n) => secret.guess(postOf(n), target, guess(), from(n))),
  );
  stopping.abort();
  await flushing;
  const { error: rightAfter } = await secret.guess(postOf(count), target, secret.current(target, right), from(count));
  for (const { close } of apis) close();
  const compared = answers.filter(({ error }) => error === secret.wrongAnswer).length;
  return { compared, hits: answers.filter(({ error }) => error === 'ok').length, rightAfter };
}

async function flushRedis(stack: Stack, signal: AbortSignal): Promise<void> {
  const redis = new Redis(stack.redisUrl);
  while (!signal.aborted) {
    await redis.flushall();
    await pause(20);
  }
  redis.disconnect();
}

/** Runs the sabotaged control: the same attack with twice as many attempts allowed must show more comparisons. */
async function attackLoosened(stack: Stack, { count, seed }: Pick<Attack, 'count' | 'seed'>): Promise<number> {
  await withClient(stack.database.urlOf('postgres'), (client) =>
    client.query(
      `insert into setting (key, version, value, set_by, approved_by, reason)
       values ('auth.code_tries', 1, '10', 'rig', '{one,two}', 'a twin that must be caught')`,
    ),
  );
  await pause(SETTINGS_AGE_MS);
  const secret = expectDefined(SECRETS[0], 'a secret');
  const target = await makeTarget(stack, 'twin');
  return (await attack(stack, { secret, target, count, seed, isFlushed: false })).compared;
}

/** User with everything an attacker may try to guess; the attacker has the password and a session. */
type Target = {
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

type Secret = {
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

async function makeTarget(stack: Stack, name: string): Promise<Target> {
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

const SECRETS: readonly Secret[] = [mailed, tradePassword, authenticator];

async function readKey({ token, edgeUrl }: Target): Promise<string> {
  const response = await fetch(`${edgeUrl}/api/user/getAuthenticator`, { headers: { authorization: token } });
  const { data } = (await response.json()) as { data: { key: string } }; // Our own API.
  return data.key;
}

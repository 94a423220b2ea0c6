import { setTimeout as pause } from 'node:timers/promises';
import { expectDefined } from '@app/base';
import { authenticatorCode } from '@app/testkit';
import { Redis } from 'ioredis';
import { type Stack, startStack } from '../stack/stack.ts';
import { drawSome } from '../trial/draw.ts';
import { type FormPost, openFormPost, type Posted } from '../trial/form-post.ts';
import { seeded } from '../trial/random.ts';
import type { Trial } from '../trial/trial.ts';
import { type Compared, type Comparisons, openComparisons } from './guesses/comparisons.ts';
import { openDemoUser, readNewestCode } from './journey-client.ts';
import { withClient } from './rig.ts';

const CONNECTIONS = 16;
const ALLOWED = 5;
/** Wait for settings to take effect; they are cached for a second. */
const SETTINGS_AGE_MS = 1_500;

/** Guesses at the fault: a few more than allowed, because each one that is compared costs a slow hash. */
const FAULT_GUESSES = 20;

type Outcome = {
  readonly name: string;
  /** Comparisons counted in the processes, at the function that compares. */
  readonly compared: number;
  /** Answers that say "wrong"; a build that compares more than it says has fewer of them. */
  readonly answeredWrong: number;
  readonly hits: number;
  readonly rightAfter: string;
};

/**
 * Proves that guessing a short secret is limited to five attempts, however fast and even if Redis loses its data. What
 * was compared is counted where it is compared, not by the answer to the caller.
 */
export const guesses: Trial = {
  name: 'guesses',
  claim:
    'of 2,000 guesses over 16 connections at a code, a trade password or an authenticator at most 5 are compared, counted at the comparison',
  touches: ['apps/server/src/modules/auth/', 'apps/server/src/modules/notify/', 'packages/domain/src/auth/'],
  seconds: 50,
  isMoney: true,
  needsOwnChange: true,
  run: async ({ short, seed, print }) => {
    const { count, attacks, faults: chosenFaults } = short ? drawShort(seed) : LONG;
    const comparisons = openComparisons();
    const stack = await startStack('guesses', { apis: 2, gateways: 1, environment: comparisons.environment });
    try {
      const outcomes: Outcome[] = [];
      const counting = { comparisons, seed };
      for (const { secret, isFlushed } of attacks) {
        const target = await makeTarget(stack, `${secret.name}-${isFlushed ? 'flushed' : 'kept'}`.replace(' ', '-'));
        const outcome = await attack(stack, { secret, target, count, ...counting, isFlushed });
        const name = `${secret.name}${isFlushed ? ', Redis flushed' : ''}`;
        print(`${name}: ${outcome.compared} of ${count} compared, then the right one: ${outcome.rightAfter}`);
        outcomes.push({ ...outcome, name });
      }
      const faults: Outcome[] = [];
      for (const { name, run } of chosenFaults) faults.push({ name, ...(await run(stack, { count, ...counting })) });
      for (const fault of faults) print(`injected fault ${describeFault(fault)}`);
      const wrongs = [...outcomes.flatMap(findWrongs), ...faults.flatMap(findBlindness)];
      const most = Math.max(...outcomes.map(({ compared }) => compared));
      const opened = outcomes.filter(({ rightAfter }) => rightAfter === 'ok').length;
      const figure = `${outcomes.length} × ${count} guesses: at most ${most} compared, ${opened} opened`;
      return {
        holds: wrongs.length === 0,
        figure: [...wrongs, figure, ...faults.map((fault) => `found: ${describeFault(fault)}`)].join('; '),
      };
    } finally {
      await stack.stop();
      comparisons.remove();
    }
  },
};

/** The finding that both injected faults must cause. */
const isTooMany = ({ compared }: Outcome) => compared > ALLOWED;

function findWrongs(outcome: Outcome): readonly string[] {
  const { name, compared, answeredWrong, hits, rightAfter } = outcome;
  const wrongs: [isWrong: boolean, what: string][] = [
    [isTooMany(outcome), `${compared} COMPARED of ${name}`],
    [hits > 0 || rightAfter === 'ok', `OPENED: ${name}`],
    [compared === 0 || compared < answeredWrong, `NOT COUNTED: ${compared} of ${name}, ${answeredWrong} answered`],
  ];
  return wrongs.filter(([isWrong]) => isWrong).map(([, what]) => what);
}

const findBlindness = (fault: Outcome) => (isTooMany(fault) ? [] : [`THE RIG IS BLIND: ${describeFault(fault)}`]);

const describeFault = ({ name, compared, answeredWrong }: Outcome) =>
  `${name}: ${compared} compared, ${answeredWrong} answered as wrong`;

type Attack = {
  readonly secret: Secret;
  readonly target: Target;
  readonly count: number;
  readonly seed: number;
  readonly isFlushed: boolean;
  readonly comparisons: Comparisons;
};

/** Sends wrong guesses; the right one comes last and must be refused. */
async function attack(
  stack: Stack,
  { secret, target, count, seed, isFlushed, comparisons }: Attack,
): Promise<Omit<Outcome, 'name'>> {
  const random = seeded(seed);
  // From many addresses over all APIs at once: the attempt limit must apply across all of them.
  const apis = stack.apiUrls.map((url) => openFormPost(url, CONNECTIONS / stack.apiUrls.length));
  const postOf = (n: number) => expectDefined(apis[n % apis.length], 'an api').post;
  const stopping = new AbortController();
  const flushing = isFlushed ? flushRedis(stack, stopping.signal) : undefined;
  const right = await secret.prepare(target);
  const before = comparisons.count(secret.comparedBy);
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
  const compared = comparisons.count(secret.comparedBy) - before;
  const answeredWrong = answers.filter(({ error }) => error === secret.wrongAnswer).length;
  return { compared, answeredWrong, hits: answers.filter(({ error }) => error === 'ok').length, rightAfter };
}

async function flushRedis(stack: Stack, signal: AbortSignal): Promise<void> {
  const redis = new Redis(stack.redisUrl);
  while (!signal.aborted) {
    await redis.flushall();
    await pause(20);
  }
  redis.disconnect();
}

type FaultAttack = Pick<Attack, 'count' | 'seed' | 'comparisons'>;

/** Runs the sabotaged control: the same attack with twice as many attempts allowed must show more comparisons. */
async function attackLoosened(stack: Stack, more: FaultAttack): Promise<Omit<Outcome, 'name'>> {
  await withClient(stack.database.urlOf('postgres'), (client) =>
    client.query(
      `insert into setting (key, version, value, set_by, approved_by, reason)
       values ('auth.code_tries', 1, '10', 'rig', '{one,two}', 'a twin that must be caught')`,
    ),
  );
  await pause(SETTINGS_AGE_MS);
  const target = await makeTarget(stack, 'twin');
  return await attack(stack, { secret: mailed, target, ...more, isFlushed: false });
}

/** Runs the same attack on an API that compares every guess and answers like the product: no response reveals it. */
async function attackSilent(stack: Stack, { comparisons, seed }: FaultAttack): Promise<Omit<Outcome, 'name'>> {
  const target = await makeTarget(stack, 'silent');
  comparisons.injectSilentFault();
  const api = expectDefined(
    stack.processes.find(({ name }) => name === 'api'),
    'an api',
  );
  await api.killAndRestart();
  return await attack(
    { ...stack, apiUrls: [`http://127.0.0.1:${api.port}`] },
    {
      secret: tradePassword,
      target,
      count: FAULT_GUESSES,
      seed,
      isFlushed: false,
      comparisons,
    },
  );
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
  readonly comparedBy: Compared;
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
  comparedBy: 'code',
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
  comparedBy: 'password',
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
  comparedBy: 'authenticator',
};

const SECRETS: readonly Secret[] = [mailed, tradePassword, authenticator];

type Fault = {
  readonly name: string;
  readonly run: (stack: Stack, how: FaultAttack) => Promise<Omit<Outcome, 'name'>>;
};

/** Injected faults, each of which must be found. */
const FAULTS: readonly Fault[] = [
  { name: 'ten tries allowed', run: attackLoosened },
  { name: 'compares silently', run: attackSilent },
];

type Plan = {
  /** Guesses of each attack. */
  readonly count: number;
  readonly attacks: readonly { readonly secret: Secret; readonly isFlushed: boolean }[];
  readonly faults: readonly Fault[];
};

const LONG: Plan = {
  count: 2_000,
  attacks: [false, true].flatMap((isFlushed) => SECRETS.map((secret) => ({ secret, isFlushed }))),
  faults: FAULTS,
};

/** Attacks every secret once; the seed draws the one or two that are attacked while Redis is flushed, and the fault. */
function drawShort(seed: number): Plan {
  const below = seeded(seed);
  const flushed = drawSome(SECRETS, 1 + below(2), below);
  return {
    count: 100,
    attacks: SECRETS.map((secret) => ({ secret, isFlushed: flushed.includes(secret) })),
    faults: drawSome(FAULTS, 1, below),
  };
}

async function readKey({ token, edgeUrl }: Target): Promise<string> {
  const response = await fetch(`${edgeUrl}/api/user/getAuthenticator`, { headers: { authorization: token } });
  const { data } = (await response.json()) as { data: { key: string } }; // Our own API.
  return data.key;
}

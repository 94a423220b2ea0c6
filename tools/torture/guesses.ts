import { setTimeout as pause } from 'node:timers/promises';
import { expectDefined } from '@app/base';
import { Redis } from 'ioredis';
import pg from 'pg';
import { type Stack, startStack } from '../stack/stack.ts';
import { openFormPost } from '../trial/form-post.ts';
import { seeded } from '../trial/random.ts';
import type { Trial } from '../trial/trial.ts';
import { makeTarget, SECRETS, type Secret, type Target } from './guess-target.ts';

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
  const client = new pg.Client({ connectionString: stack.database.urlOf('postgres') });
  await client.connect();
  await client.query(
    `insert into setting (key, version, value, set_by, approved_by, reason)
     values ('auth.code_tries', 1, '10', 'rig', '{one,two}', 'a twin that must be caught')`,
  );
  await client.end();
  await pause(SETTINGS_AGE_MS);
  const secret = expectDefined(SECRETS[0], 'a secret');
  const target = await makeTarget(stack, 'twin');
  return (await attack(stack, { secret, target, count, seed, isFlushed: false })).compared;
}

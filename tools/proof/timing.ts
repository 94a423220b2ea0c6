import { setTimeout as pause } from 'node:timers/promises';
import { expectDefined } from '@app/base';
import pg from 'pg';
import { type Stack, startStack } from '../stack/stack.ts';
import { openDemoUser } from '../torture/journey-client.ts';
import { type FormPost, openFormPost } from '../trial/form-post.ts';
import { mannWhitney, median } from '../trial/mann-whitney.ts';
import { type Below, seeded } from '../trial/random.ts';
import type { Trial } from '../trial/trial.ts';
import { CHANCE, type Compared, judgeTimes, PLANTED_AIM_MS } from './timing/judge-times.ts';

const password = 'wrong horse battery';
const QUESTIONS: readonly Question[] = [
  { name: 'login', send: (post, account, from) => post('/user/login', { user_string: account, password }, from) },
  {
    name: 'reset',
    send: (post, account, from) =>
      post('/user/forget', { account, password, repassword: password, code: '000000' }, from),
  },
  { name: 'code', send: (post, account, from) => post('/sms_mail', { user_string: account, purpose: 'forget' }, from) },
];

/** Number of consecutive detections after which a difference counts: by chance once in a million requests. */
const FINDINGS = 3;
/**
 * Delays injected round after round until one is detected: a noisy machine needs more pairs, and the real comparison
 * then uses as many. If 5 ms is not detected, that aim is missed; if none is detected, the measurement proves
 * nothing, which is no verdict.
 */
const PLANTED_MS = [PLANTED_AIM_MS, PLANTED_AIM_MS, PLANTED_AIM_MS, 10, 20, 40];

/**
 * Proves that response times do not reveal whether an account exists, and that the measurement would detect a
 * difference.
 */
export const timing: Trial = {
  name: 'timing',
  claim:
    'answers about accounts that exist and that do not take the same time (Mann–Whitney p > 0.01), and 5 ms planted are found',
  touches: ['apps/server/src/modules/auth/'],
  seconds: 70,
  isAlone: true,
  run: async ({ short, seed, print }) => {
    const pairs = short ? 80 : 1_000;
    const stack = await startStack('timing', { apis: 1, gateways: 1 });
    try {
      const model = (await openDemoUser(stack, 'timing')).userId;
      const measuring = { stack, pairs, plants: PLANTED_MS, model, turn: 0, below: seeded(seed) };
      const compared: Compared[] = [];
      for (const question of QUESTIONS) {
        const { line, ...found } = await compare(measuring, question);
        print(line);
        compared.push({ name: question.name, ...found });
      }
      return judgeTimes(compared, pairs);
    } finally {
      await stack.stop();
    }
  },
};

const chanceOf = ({ known, unknown }: Measured) => mannWhitney(known, unknown);

/**
 * Measures until the injected delay is detected, then repeats the real comparison with fresh pairs if it looks
 * different.
 */
async function compare(measuring: Measuring, question: Question) {
  const slowed: Measured = { known: [], unknown: [] };
  const first: Measured = { known: [], unknown: [] };
  let rounds = 0;
  let plantedMs = 0;
  for (const extraMs of measuring.plants) {
    await measure(measuring, question, { into: slowed, extraMs });
    await measure(measuring, question, { into: first, extraMs: 0 });
    rounds = rounds + 1;
    plantedMs = extraMs;
    if (chanceOf(slowed) <= CHANCE) break;
  }
  let honest = first;
  for (let found = 1; chanceOf(honest) <= CHANCE && found < FINDINGS; found++) {
    honest = { known: [], unknown: [] };
    for (let round = 0; round < rounds; round++) await measure(measuring, question, { into: honest, extraMs: 0 });
  }
  const p = chanceOf(honest);
  const planted = chanceOf(slowed);
  const medians = `known ${median(honest.known).toFixed(2)} ms, unknown ${median(honest.unknown).toFixed(2)} ms`;
  const line = `${question.name}: ${honest.known.length} pairs, ${medians}, p = ${p.toFixed(3)}; ${plantedMs} ms planted: p = ${planted.toExponential(1)}`;
  return { p, planted, plantedMs, line };
}

/** Unauthenticated request about an account, and how to send it. */
type Question = {
  readonly name: string;
  send(post: FormPost, account: string, from: Record<string, string>): Promise<unknown>;
};

type Measured = { readonly known: number[]; readonly unknown: number[] };
type Measuring = {
  readonly stack: Stack;
  readonly pairs: number;
  readonly plants: readonly number[];
  readonly model: string;
  turn: number;
  /** Decides the order within each pair. */
  readonly below: Below;
};

type Pass = { readonly into: Measured; readonly extraMs: number };

/**
 * Measures pairs on one connection, one request at a time, in random order within each pair; every request uses another
 * address.
 */
async function measure(measuring: Measuring, { send }: Question, { into, extraMs }: Pass): Promise<void> {
  const turn = measuring.turn++;
  await makeAccounts(measuring, turn);
  const { post, close } = openFormPost(expectDefined(measuring.stack.apiUrls[0], 'an api'), 1);
  const time = async (kind: keyof Measured, index: number) => {
    const from = {
      'x-forwarded-for': `10.${turn}.${kind === 'known' ? index % 250 : 250 - (index % 250)}.${index % 199}`,
    };
    const startedAt = performance.now();
    if (kind === 'known' && extraMs > 0) await pause(extraMs);
    await send(post, `${kind}-${turn}-${index}@example.com`, from);
    into[kind].push(performance.now() - startedAt);
  };
  for (let index = 0; index < measuring.pairs; index++) {
    const order: (keyof Measured)[] = measuring.below(2) === 0 ? ['known', 'unknown'] : ['unknown', 'known'];
    for (const kind of order) await time(kind, index);
  }
  close();
}

/** Copies one normally registered account under other names, separately for every pass. */
async function makeAccounts({ stack, pairs, model }: Measuring, turn: number): Promise<void> {
  const client = new pg.Client({ connectionString: stack.database.urlOf('postgres') });
  await client.connect();
  await client.query(
    `insert into user_account (id, email, password_hash, nickname, invite_code, risk_text_version)
     select $3::int * 100000 + n, format('known-%s-%s@example.com', $3::int, n), password_hash, 'Timing',
            format('T%s-%s', $3::int, n), 1
       from user_account, generate_series(0, $2 - 1) as n where id = $1`,
    [model, pairs, turn],
  );
  await client.end();
}

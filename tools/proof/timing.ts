import { setTimeout as pause } from 'node:timers/promises';
import { given } from '@app/base';
import pg from 'pg';
import { type Stack, startStack } from '../stack/stack.ts';
import { openDemoUser } from '../torture/journey-client.ts';
import { type FormPost, openFormPost } from '../trial/form-post.ts';
import { mannWhitney, median } from '../trial/mann-whitney.ts';
import type { Trial } from '../trial/trial.ts';

/** A question a stranger may ask about an account, and how it is asked. */
type Question = {
  readonly name: string;
  ask(post: FormPost, account: string, from: Record<string, string>): Promise<unknown>;
};

const password = 'wrong horse battery';
const QUESTIONS: readonly Question[] = [
  { name: 'login', ask: (post, account, from) => post('/user/login', { user_string: account, password }, from) },
  {
    name: 'reset',
    ask: (post, account, from) =>
      post('/user/forget', { account, password, repassword: password, code: '000000' }, from),
  },
  { name: 'code', ask: (post, account, from) => post('/sms_mail', { user_string: account, purpose: 'forget' }, from) },
];

const PLANTED_MS = 5;
const CHANCE = 0.01;

/** Nobody learns from the clock whether an account exists; and a clock that slow is seen to be one. */
export const timing: Trial = {
  name: 'timing',
  claim:
    'answers about accounts that exist and that do not take the same time (Mann–Whitney p > 0.01), and 5 ms planted are found',
  run: async ({ short, say }) => {
    const pairs = short ? 150 : 1_000;
    const stack = await startStack('timing', { apis: 1, gateways: 1 });
    try {
      await makeAccounts(stack, pairs);
      const figures: string[] = [];
      let holds = true;
      for (const [turn, question] of QUESTIONS.entries()) {
        const { p, planted, line } = await judge(stack, question, { pairs, turn });
        holds &&= p > CHANCE && planted <= CHANCE;
        say(line);
        figures.push(`${question.name} p = ${p.toFixed(3)}`);
      }
      return {
        holds,
        figure: `${pairs} interleaved pairs: ${figures.join(', ')}; ${PLANTED_MS} ms planted found in each`,
      };
    } finally {
      await stack.stop();
    }
  },
};

type Measured = { known: number[]; unknown: number[] };

/** A true difference shows every time; one that chance made is gone when measured anew (once in ten thousand it is not). */
async function judge(stack: Stack, question: Question, { pairs, turn }: { pairs: number; turn: number }) {
  let honest = await measure(stack, question, { pairs, extraMs: 0, turn: turn * 3 });
  let p = mannWhitney(honest.known, honest.unknown);
  if (p <= CHANCE) {
    honest = await measure(stack, question, { pairs, extraMs: 0, turn: turn * 3 + 1 });
    p = mannWhitney(honest.known, honest.unknown);
  }
  const slowed = await measure(stack, question, { pairs, extraMs: PLANTED_MS, turn: turn * 3 + 2 });
  const planted = mannWhitney(slowed.known, slowed.unknown);
  const line = `${question.name}: known ${median(honest.known).toFixed(2)} ms, unknown ${median(honest.unknown).toFixed(2)} ms, p = ${p.toFixed(3)}; planted p = ${planted.toExponential(1)}`;
  return { p, planted, line };
}

type Pass = { readonly pairs: number; readonly extraMs: number; readonly turn: number };

/** One connection, one question at a time, each pair in the order a coin decides; every question from another address. */
async function measure(stack: Stack, { ask }: Question, { pairs, extraMs, turn }: Pass): Promise<Measured> {
  const { post, close } = openFormPost(given(stack.apiUrls[0], 'an api'), 1);
  const measured: Measured = { known: [], unknown: [] };
  const time = async (kind: keyof Measured, index: number) => {
    const from = {
      'x-forwarded-for': `10.${turn}.${kind === 'known' ? index % 250 : 250 - (index % 250)}.${index % 199}`,
    };
    const startedAt = performance.now();
    if (kind === 'known' && extraMs > 0) await pause(extraMs);
    await ask(post, `${kind}-${turn}-${index}@example.com`, from);
    measured[kind].push(performance.now() - startedAt);
  };
  for (let index = 0; index < pairs; index++) {
    const order: (keyof Measured)[] = Math.random() < 0.5 ? ['known', 'unknown'] : ['unknown', 'known'];
    for (const kind of order) await time(kind, index);
  }
  close();
  return measured;
}

/** One is made as people do; the others are copies of it under other names, for every turn its own. */
async function makeAccounts(stack: Stack, pairs: number): Promise<void> {
  const { userId } = await openDemoUser(stack, 'timing');
  const client = new pg.Client({ connectionString: stack.database.urlOf('postgres') });
  await client.connect();
  await client.query(
    `insert into user_account (id, email, password_hash, nickname, invite_code, risk_text_version)
     select turn * 100000 + n, format('known-%s-%s@example.com', turn, n), password_hash, 'Timing', format('T%s-%s', turn, n), 1
       from user_account, generate_series(0, $2 - 1) as n, generate_series(0, 8) as turn where id = $1`,
    [userId, pairs],
  );
  await client.end();
}

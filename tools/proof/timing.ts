import { startStack } from '../stack/stack.ts';
import { openDemoUser } from '../torture/journey-client.ts';
import { mannWhitney, median } from '../trial/mann-whitney.ts';
import type { Trial } from '../trial/trial.ts';
import { type Measured, type Measuring, measure, type Question } from './timing-pairs.ts';

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

const CHANCE = 0.01;
/** A difference counts when it is found three times in a row: by chance once in a million questions. */
const FINDINGS = 3;
/**
 * What is planted, round after round, until it is found: on a noisy machine it takes more pairs, and then as many are asked
 * about the truth. A short run beside other work may need more to be planted, and says so.
 */
const PLANTED_MS = [5, 5, 5, 5, 5];
const PLANTED_MS_IF_SHORT = [5, 5, 10, 20, 40];

/** Nobody learns from the clock whether an account exists; and a clock that slow is seen to be one. */
export const timing: Trial = {
  name: 'timing',
  claim:
    'answers about accounts that exist and that do not take the same time (Mann–Whitney p > 0.01), and 5 ms planted are found',
  touches: ['apps/server/src/modules/auth/'],
  seconds: 70,
  isAlone: true,
  run: async ({ short, say }) => {
    const pairs = short ? 80 : 1_000;
    const stack = await startStack('timing', { apis: 1, gateways: 1 });
    try {
      const plants = short ? PLANTED_MS_IF_SHORT : PLANTED_MS;
      const measuring = { stack, pairs, plants, model: (await openDemoUser(stack, 'timing')).userId, turn: 0 };
      const figures: string[] = [];
      let holds = true;
      for (const question of QUESTIONS) {
        const { p, planted, plantedMs, line } = await judge(measuring, question);
        holds &&= p > CHANCE && planted <= CHANCE;
        say(line);
        figures.push(
          `${question.name} p = ${p.toFixed(3)} where ${plantedMs} ms planted have p = ${planted.toFixed(3)}`,
        );
      }
      return {
        holds,
        figure: `${pairs} interleaved pairs or more: ${figures.join(', ')}`,
      };
    } finally {
      await stack.stop();
    }
  },
};

const chanceOf = ({ known, unknown }: Measured) => mannWhitney(known, unknown);

/** First as many pairs as what is planted needs to be found, then the truth by fresh ones, where it looks like a difference. */
async function judge(measuring: Measuring, question: Question) {
  const [slowed, first]: [Measured, Measured] = [
    { known: [], unknown: [] },
    { known: [], unknown: [] },
  ];
  let [rounds, plantedMs] = [0, 0];
  for (const extraMs of measuring.plants) {
    await measure(measuring, question, { into: slowed, extraMs });
    await measure(measuring, question, { into: first, extraMs: 0 });
    [rounds, plantedMs] = [rounds + 1, extraMs];
    if (chanceOf(slowed) <= CHANCE) break;
  }
  let honest = first;
  for (let found = 1; chanceOf(honest) <= CHANCE && found < FINDINGS; found++) {
    honest = { known: [], unknown: [] };
    for (let round = 0; round < rounds; round++) await measure(measuring, question, { into: honest, extraMs: 0 });
  }
  const [p, planted] = [chanceOf(honest), chanceOf(slowed)];
  const medians = `known ${median(honest.known).toFixed(2)} ms, unknown ${median(honest.unknown).toFixed(2)} ms`;
  const line = `${question.name}: ${honest.known.length} pairs, ${medians}, p = ${p.toFixed(3)}; ${plantedMs} ms planted: p = ${planted.toExponential(1)}`;
  return { p, planted, plantedMs, line };
}

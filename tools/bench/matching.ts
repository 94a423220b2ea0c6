import { createBook, createNaiveBook } from '@app/matching';
import { atLeast, judge, ratio } from '../trial/aims.ts';
import { median } from '../trial/mann-whitney.ts';
import type { Trial } from '../trial/trial.ts';
import { makeMix, measureMix } from './matching/mix.ts';
import { makeInserts, makeTrades, type Spam, spamOurs, spamPackage } from './matching/spam.ts';

const AIMS = { mixPerSecond: 1_000_000, ratio: 1 };
const LONG = { rounds: 5, count: 200_000 };
const SHORT = { rounds: 3, count: 50_000 };
/** Rounds not counted: the compiler takes about this long to settle, and a server runs for days. */
const WARM_UP_ROUNDS = 2;
/** The naive order book walks all its orders at every step: it is reported for information, with fewer operations. */
const NAIVE_COUNT = 1_000;

type Figures = Record<'mix' | 'ourInserts' | 'packageInserts' | 'ourTrades' | 'packageTrades', number>;

/** Measures operations a second of our order book, compared with the npm package that would be the alternative. */
export const matchingBench: Trial = {
  name: 'matching',
  claim: `The order book does ${AIMS.mixPerSecond / 1_000_000} million operations a second, mostly moves, and is ahead of nodejs-order-book.`,
  touches: ['packages/matching/'],
  seconds: 15,
  isAlone: true,
  isFigure: true,
  run: ({ short, seed, print }) => {
    const { rounds, count } = short ? SHORT : LONG;
    for (let round = 0; round < WARM_UP_ROUNDS; round++) measureRound(seed + round, count, () => undefined);
    const all = Array.from({ length: rounds }, (_, round) => measureRound(seed + round, count, print));
    const of = (name: keyof Figures) => median(all.map((figures) => figures[name]));
    // Ratios are computed per round: what slows one contestant down mostly slows the other, too.
    const inserting = median(all.map(({ ourInserts, packageInserts }) => ourInserts / packageInserts));
    const trading = median(all.map(({ ourTrades, packageTrades }) => ourTrades / packageTrades));
    print(
      `mix: ${perSecond(of('mix'))}; the naive book ${perSecond(measureMix(createNaiveBook(), makeMix(seed, NAIVE_COUNT), NAIVE_COUNT))}`,
    );
    print(`inserts: ${perSecond(of('ourInserts'))}; nodejs-order-book ${perSecond(of('packageInserts'))}`);
    print(`trades: ${perSecond(of('ourTrades'))}; nodejs-order-book ${perSecond(of('packageTrades'))}`);
    // Every round checks that both order books end with the same orders (`compare`).
    const lines = [
      atLeast({ text: 'mix', value: of('mix'), aim: AIMS.mixPerSecond, format: perSecond }),
      atLeast({ text: 'inserting, to nodejs-order-book', value: inserting, aim: AIMS.ratio, format: ratio }),
      atLeast({ text: 'trading, to nodejs-order-book', value: trading, aim: AIMS.ratio, format: ratio }),
    ];
    const figure = `${perSecond(of('mix'))} (82 % moves); to nodejs-order-book ${ratio(inserting)} inserting, ${ratio(trading)} trading (median of ${rounds})`;
    return Promise.resolve(judge(lines, figure));
  },
};

/** Runs every contestant once, one after the other, so that a slow phase of the machine affects adjacent ones. */
function measureRound(seed: number, count: number, print: (line: string) => void): Figures {
  const mix = makeMix(seed, count);
  const inserts = compare(makeInserts(seed, count));
  const trades = compare(makeTrades(seed, count));
  const figures = {
    mix: measureMix(createBook(), mix, count),
    ourInserts: inserts.ours,
    packageInserts: inserts.theirs,
    ourTrades: trades.ours,
    packageTrades: trades.theirs,
  };
  print(`seed ${seed}: mix ${perSecond(figures.mix)}, ${mix.restingAtEnd} orders rest at its end`);
  return figures;
}

function compare(spam: readonly Spam[]): { ours: number; theirs: number } {
  const ours = spamOurs(spam);
  const theirs = spamPackage(spam);
  if (ours.left !== theirs.left) throw new Error('the books were left different by the same orders');
  return { ours: ours.perSecond, theirs: theirs.perSecond };
}

const perSecond = (figure: number) => `${(Math.round(figure / 1_000) * 1_000).toLocaleString('en-GB')}/s`;

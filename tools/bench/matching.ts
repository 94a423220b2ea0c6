import { createBook, createNaiveBook } from '@app/matching';
import { atLeast, judge } from '../trial/aims.ts';
import { median } from '../trial/mann-whitney.ts';
import type { Trial } from '../trial/trial.ts';
import { makeMix, measureMix } from './matching/mix.ts';

const AIM_PER_SECOND = 1_000_000;
const LONG = { rounds: 5, count: 200_000 };
const SHORT = { rounds: 3, count: 50_000 };
/** Rounds not counted: the compiler takes about this long to settle, and a server runs for days. */
const WARM_UP_ROUNDS = 2;
/** The naive order book walks all its orders at every step: it is reported for information, with fewer operations. */
const NAIVE_COUNT = 1_000;

/** Measures operations a second of the order book, with the naive one for comparison. */
export const matchingBench: Trial = {
  name: 'matching',
  claim: `The order book does ${AIM_PER_SECOND / 1_000_000} million operations a second, mostly moves.`,
  touches: ['packages/matching/'],
  seconds: 15,
  isAlone: true,
  isFigure: true,
  run: ({ short, seed, print }) => {
    const { rounds, count } = short ? SHORT : LONG;
    const measure = (round: number) => {
      const mix = makeMix(seed + round, count);
      const figure = measureMix(createBook(), mix, count);
      print(`seed ${seed + round}: ${perSecond(figure)}, ${mix.restingAtEnd} orders rest at its end`);
      return figure;
    };
    for (let round = 0; round < WARM_UP_ROUNDS; round++) measure(round);
    const value = median(Array.from({ length: rounds }, (_, round) => measure(round)));
    const naive = measureMix(createNaiveBook(), makeMix(seed, NAIVE_COUNT), NAIVE_COUNT);
    const line = atLeast({ text: 'mix', value, aim: AIM_PER_SECOND, format: perSecond });
    const figure = `${perSecond(value)} (82 % moves, median of ${rounds}); the naive order book ${perSecond(naive)}`;
    return Promise.resolve(judge([line], figure));
  },
};

const perSecond = (figure: number) => `${(Math.round(figure / 1_000) * 1_000).toLocaleString('en-GB')}/s`;

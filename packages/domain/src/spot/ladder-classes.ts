import { type Amount, add, multiplyByCount, ONE, parseDecimal, type Rate } from '@app/money';
import * as z from 'zod/mini';
import { codecOf, count, decimal, type SettingCodec } from '../reference/index.ts';
import type { LadderRules } from './ladder-rules.ts';

/** Parameters of the ladder of version 3. */
type SeededRules = LadderRules & {
  /** Number of levels after which the spacing doubles. */
  readonly doubleEvery: number;
  /** How much larger levels are, on average, each time the spacing doubles. */
  readonly growthRate: Rate;
  /** Share of a level's size that varies. */
  readonly varyRate: Rate;
  /** Number of ticks for which the nearest levels stay as they are. */
  readonly renewTicks: number;
};
/** Parameters for markets of one class, by market number. */
export type LadderClass = SeededRules & { readonly name: string; readonly markets: readonly number[] };

const positiveRate = decimal<Rate>((value) => value > 0n);
const share = decimal<Rate>((value) => value >= 0n && value < ONE);
const growth = decimal<Rate>((value) => value >= 0n && value <= multiplyByCount(ONE as Rate, 4));
const worth = decimal<Amount>((value) => value > 0n);

/** The fields have the names used in a receipt's settings, so that a verifier recognises them. */
const stored = z.object({
  name: z.string().check(z.regex(/^[a-z]{1,20}$/)),
  markets: z.readonly(z.array(count({ min: 1, max: 1_000_000 }))),
  levels: count({ min: 1, max: 50 }),
  spread_rate: positiveRate,
  step_rate: positiveRate,
  level_worth: worth,
  inventory_max: worth,
  double_every: count({ min: 1, max: 50 }),
  growth_rate: growth,
  vary_rate: share,
  renew_ticks: count({ min: 1, max: 10_000 }),
});

/** Even the last bid must be above half of the index price: a level is at most two spacings after the one before it. */
function isNear({ spreadRate, stepRate, levels, doubleEvery }: SeededRules): boolean {
  let reach = spreadRate;
  for (let level = 0, factor = 2; level < levels && reach < ONE; level += doubleEvery, factor *= 2)
    reach = add(reach, multiplyByCount(stepRate, factor * Math.min(doubleEvery, levels - level)));
  return reach < ONE / 2n;
}

const classCodec = z.codec(
  stored,
  z.custom<LadderClass>((value) => isNear(value as LadderClass)), // Typed by the codec on both sides.
  {
    decode: (it) => ({
      name: it.name,
      markets: it.markets,
      levels: it.levels,
      spreadRate: it.spread_rate,
      stepRate: it.step_rate,
      levelWorth: it.level_worth,
      inventoryMax: it.inventory_max,
      doubleEvery: it.double_every,
      growthRate: it.growth_rate,
      varyRate: it.vary_rate,
      renewTicks: it.renew_ticks,
    }),
    encode: (it) => ({
      name: it.name,
      markets: it.markets,
      levels: it.levels,
      spread_rate: it.spreadRate,
      step_rate: it.stepRate,
      level_worth: it.levelWorth,
      inventory_max: it.inventoryMax,
      double_every: it.doubleEvery,
      growth_rate: it.growthRate,
      vary_rate: it.varyRate,
      renew_ticks: it.renewTicks,
    }),
  },
);

export type LadderClasses = { readonly classes: readonly LadderClass[] };

const hasNoDouble = (values: readonly unknown[]) => new Set(values).size === values.length;

/** A market is in one class at most, so that nobody can choose between two. */
export const ladderClassesCodec: SettingCodec<LadderClasses> = codecOf(
  z.object({
    classes: z.readonly(z.array(classCodec)).check(
      z.minLength(1),
      z.maxLength(20),
      z.refine((classes) => hasNoDouble(classes.map(({ name }) => name))),
      z.refine((classes) => hasNoDouble(classes.flatMap(({ markets }) => markets))),
    ),
  }),
);

/** Returns the class of a market; the last class is for markets that none lists. */
export function ladderClassOf({ classes }: LadderClasses, market: number): LadderClass {
  const found = classes.find(({ markets }) => markets.includes(market)) ?? classes.at(-1);
  if (found === undefined) throw new Error('no class of markets'); // The codec refuses an empty list.
  return found;
}

const rate = (text: string) => parseDecimal<Rate>(text);

type Figures = { readonly spread: string; readonly step: string; readonly worth: string };

const classOf = (name: string, markets: readonly number[], { spread, step, worth: size }: Figures): LadderClass => ({
  name,
  markets,
  levels: 30,
  spreadRate: rate(spread),
  stepRate: rate(step),
  levelWorth: parseDecimal<Amount>(size),
  inventoryMax: parseDecimal<Amount>('10000000'),
  doubleEvery: 6,
  growthRate: rate('0.5'),
  varyRate: rate('0.9'),
  renewTicks: 12,
});

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/**
 * Initial classes. The first level is between the spread and two steps more from the index price: 1 to 3 basis points
 * for majors. Thirty levels of a class are worth about 79 times the nearest one.
 */
export const LADDER_CLASSES: LadderClasses = {
  classes: [
    classOf('major', [1, 2], { spread: '0.0001', step: '0.0001', worth: '25000' }),
    classOf('large', [3, 4, 5, 6], { spread: '0.0002', step: '0.0001', worth: '15000' }),
    classOf('forex', numbers(101, 112), { spread: '0.00005', step: '0.00003', worth: '40000' }),
    classOf('commodity', [...numbers(201, 204), ...numbers(301, 303)], {
      spread: '0.0002',
      step: '0.0001',
      worth: '15000',
    }),
    classOf('equity', [...numbers(401, 407), ...numbers(501, 509)], {
      spread: '0.0002',
      step: '0.0002',
      worth: '12000',
    }),
    classOf('other', [], { spread: '0.0003', step: '0.0002', worth: '7000' }),
  ],
};

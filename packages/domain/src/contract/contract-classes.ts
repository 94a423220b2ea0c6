import { ONE, parseDecimal, type Rate } from '@app/money';
import * as z from 'zod/mini';
import { CATEGORIES, type Category, type Market } from '../market/index.ts';
import { codecOf, count, decimal, type SettingCodec } from '../reference/index.ts';

/** Terms of contracts on the markets of one class. */
export type ContractClass = {
  readonly name: string;
  /** Markets by number; they are in this class whatever their category. */
  readonly markets: readonly number[];
  /** Categories whose other markets are in this class. */
  readonly categories: readonly Category[];
  readonly leverageMax: number;
  /** Distance of bid and ask from the index. */
  readonly spreadRate: Rate;
  /** Share of the notional charged each night. */
  readonly overnightRate: Rate;
};

/** No position has more leverage; anything higher is a typing error. */
export const LEVERAGE_MAX = 200;
const SPREAD_MAX = parseDecimal<Rate>('0.05');
const OVERNIGHT_MAX = parseDecimal<Rate>('0.01');

/** Rates have at most eight decimals, so that overnight fees and tiers are exact at eighteen. */
export const RATE_STEP = ONE / 10n ** 8n;

const rateUpTo = (most: Rate) => decimal<Rate>((rate) => rate >= 0n && rate <= most && rate % RATE_STEP === 0n);

const stored = z.object({
  name: z.string().check(z.regex(/^[a-z]{1,20}$/)),
  markets: z.readonly(z.array(count({ min: 1, max: 1_000_000 }))),
  categories: z.readonly(z.array(z.enum(CATEGORIES))),
  leverage_max: count({ min: 1, max: LEVERAGE_MAX }),
  spread_rate: rateUpTo(SPREAD_MAX),
  overnight_rate: rateUpTo(OVERNIGHT_MAX),
});

const classCodec = z.codec(stored, z.custom<ContractClass>(), {
  decode: ({ leverage_max, spread_rate, overnight_rate, ...rest }) => ({
    ...rest,
    leverageMax: leverage_max,
    spreadRate: spread_rate,
    overnightRate: overnight_rate,
  }),
  encode: ({ leverageMax, spreadRate, overnightRate, ...rest }) => ({
    ...rest,
    leverage_max: leverageMax,
    spread_rate: spreadRate,
    overnight_rate: overnightRate,
  }),
});

export type ContractClasses = { readonly classes: readonly ContractClass[] };

const hasNoDouble = (values: readonly unknown[]) => new Set(values).size === values.length;

/** Every market is in exactly one class: a market is listed at most once, and each category exactly once. */
export const contractClassesCodec: SettingCodec<ContractClasses> = codecOf(
  z.object({
    classes: z.readonly(z.array(classCodec)).check(
      z.maxLength(20),
      z.refine((classes) => hasNoDouble(classes.map(({ name }) => name))),
      z.refine((classes) => hasNoDouble(classes.flatMap(({ markets }) => markets))),
      z.refine((classes) => hasNoDouble(classes.flatMap(({ categories }) => categories))),
      z.refine((classes) => classes.flatMap(({ categories }) => categories).length === CATEGORIES.length),
    ),
  }),
);

/** Returns the class of a market: the one that lists it, else that of its category. */
export function contractClassOf(
  { classes }: ContractClasses,
  { id, category }: Pick<Market, 'id' | 'category'>,
): ContractClass {
  const found =
    classes.find(({ markets }) => markets.includes(id)) ??
    classes.find(({ categories }) => categories.includes(category));
  if (found === undefined) throw new Error('no class of markets'); // The codec refuses a category without one.
  return found;
}

const rate = (text: string) => parseDecimal<Rate>(text);

/** Initial classes (decisions, "Contract defaults"). */
export const CONTRACT_CLASSES: ContractClasses = {
  classes: [
    {
      name: 'major',
      markets: [1, 2],
      categories: [],
      leverageMax: 100,
      spreadRate: rate('0.0001'),
      overnightRate: rate('0.0003'),
    },
    {
      name: 'coin',
      markets: [],
      categories: ['crypto'],
      leverageMax: 50,
      spreadRate: rate('0.0003'),
      overnightRate: rate('0.0003'),
    },
    {
      name: 'forex',
      markets: [],
      categories: ['forex'],
      leverageMax: 50,
      spreadRate: rate('0.0002'),
      overnightRate: rate('0.0002'),
    },
    {
      name: 'other',
      markets: [],
      categories: ['metal', 'energy', 'index', 'stock'],
      leverageMax: 20,
      spreadRate: rate('0.0005'),
      overnightRate: rate('0.0002'),
    },
  ],
};

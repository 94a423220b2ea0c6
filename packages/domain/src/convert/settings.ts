import { type Amount, ONE, parseDecimal, type Rate } from '@app/money';
import * as z from 'zod/mini';
import { codecOf, count, decimal, type Setting, setting } from '../reference/index.ts';

/** What every conversion is computed with. Receipts name its version, so it is published as one value. */
export type ConvertTerms = {
  /** Share of the index value that the platform keeps; the only charge. */
  readonly spreadRate: Rate;
  /** How long a quoted rate is honoured. */
  readonly lockSeconds: number;
};

/** More would be a typing error. */
const SPREAD_MAX = parseDecimal<Rate>('0.05');
const LOCK_SECONDS_MAX = 60;

const termsText = z.object({
  spread_rate: decimal<Rate>((rate) => rate >= 0n && rate <= SPREAD_MAX && rate < ONE),
  lock_seconds: count({ min: 1, max: LOCK_SECONDS_MAX }),
});
const termsSchema = z.codec(termsText, z.custom<ConvertTerms>(), {
  decode: ({ spread_rate, lock_seconds }) => ({ spreadRate: spread_rate, lockSeconds: lock_seconds }),
  encode: ({ spreadRate, lockSeconds }) => ({ spread_rate: spreadRate, lock_seconds: lockSeconds }),
});

export const terms = setting<ConvertTerms>({
  key: 'convert.terms',
  codec: codecOf(termsSchema),
  initial: { spreadRate: parseDecimal<Rate>('0.002'), lockSeconds: 10 },
  meaning: 'The spread of a conversion around the index, and for how many seconds its rate is locked.',
});

const positiveAmount = codecOf(decimal<Amount>((value) => value > 0n));
const worth = (key: string, initial: string, meaning: string): Setting<Amount> =>
  setting({ key, codec: positiveAmount, initial: parseDecimal<Amount>(initial), meaning });

export const minimum = worth('convert.minimum', '1', 'The least that one conversion may be worth, in USDT.');
export const maximum = worth('convert.maximum', '100000', 'The most that one conversion may be worth, in USDT.');
export const inventoryMax = worth(
  'convert.inventory_max',
  '2000000',
  'The most of one coin that the platform takes in by conversions, as its worth in USDT; USDT itself has no such limit.',
);
export const demoFunding = worth(
  'convert.demo_funding',
  '1000000',
  'What an exhausted demo inventory of one coin is filled up to, as its worth in USDT.',
);

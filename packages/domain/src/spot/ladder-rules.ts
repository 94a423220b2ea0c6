import { type Amount, add, multiplyByCount, ONE, type Rate } from '@app/money';
import * as z from 'zod/mini';
import { codecOf, count, decimal, type SettingCodec } from '../reference/index.ts';

/** Parameters of the house ladder of versions 1 and 2, besides the index price and its inventory. */
export type LadderRules = {
  readonly levels: number;
  /** Distance of the first level from the index price, and of each further level from the previous one. */
  readonly spreadRate: Rate;
  readonly stepRate: Rate;
  /** Size of one level, and the maximum inventory of the ladder on either side; in the quote currency. */
  readonly levelWorth: Amount;
  readonly inventoryMax: Amount;
};

const rate = decimal<Rate>((value) => value > 0n);
const worth = decimal<Amount>((value) => value > 0n);

/** The fields have the names used in a receipt's settings, so that a verifier recognises them. */
const stored = z.object({
  levels: count({ min: 1, max: 50 }),
  spread_rate: rate,
  step_rate: rate,
  level_worth: worth,
  inventory_max: worth,
});

/** Even the last bid must be above zero. */
const isAboveZero = ({ spreadRate, stepRate, levels }: LadderRules) =>
  add(spreadRate, multiplyByCount(stepRate, levels - 1)) < ONE;

export const ladderCodec: SettingCodec<LadderRules> = codecOf(
  z.codec(
    stored,
    z.custom<LadderRules>((rules) => isAboveZero(rules as LadderRules)),
    {
      decode: ({ levels, spread_rate, step_rate, level_worth, inventory_max }) => ({
        levels,
        spreadRate: spread_rate,
        stepRate: step_rate,
        levelWorth: level_worth,
        inventoryMax: inventory_max,
      }),
      encode: (rules) => ({
        levels: rules.levels,
        spread_rate: rules.spreadRate,
        step_rate: rules.stepRate,
        level_worth: rules.levelWorth,
        inventory_max: rules.inventoryMax,
      }),
    },
  ),
);

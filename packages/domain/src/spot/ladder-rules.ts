import { type Amount, add, formatDecimal, multiplyByCount, ONE, type Rate } from '@app/money';
import { integer, type SettingCodec } from '../reference/index.ts';
import { codecOf, fieldsOf, readPositive } from './setting-codecs.ts';

/** Parameters of the house ladder, besides the index price and its inventory. */
export type LadderRules = {
  readonly levels: number;
  /** Distance of the first level from the index price, and of each further level from the previous one. */
  readonly spreadRate: Rate;
  readonly stepRate: Rate;
  /** Size of one level, and the maximum inventory of the ladder on either side; in the quote currency. */
  readonly levelWorth: Amount;
  readonly inventoryMax: Amount;
};

const levelCount = integer({ min: 1, max: 50 });

/**
 * Codec of the ladder rules. Its fields have the names used in a receipt's settings, so that a verifier recognises
 * them.
 */
export const ladderCodec: SettingCodec<LadderRules> = codecOf(read, (ladder) => ({
  levels: ladder.levels,
  spread_rate: formatDecimal(ladder.spreadRate),
  step_rate: formatDecimal(ladder.stepRate),
  level_worth: formatDecimal(ladder.levelWorth),
  inventory_max: formatDecimal(ladder.inventoryMax),
}));

function read(json: unknown): LadderRules | undefined {
  const fields = fieldsOf(json);
  const levels = levelCount.decode(fields.levels);
  const spreadRate = readPositive<Rate>(fields.spread_rate);
  const stepRate = readPositive<Rate>(fields.step_rate);
  const levelWorth = readPositive<Amount>(fields.level_worth);
  const inventoryMax = readPositive<Amount>(fields.inventory_max);
  if (!levels.ok || spreadRate === undefined || stepRate === undefined) return undefined;
  if (levelWorth === undefined || inventoryMax === undefined) return undefined;
  // Even the last bid must be above zero.
  const furthest = add(spreadRate, multiplyByCount(stepRate, levels.value - 1));
  return furthest < ONE ? { levels: levels.value, spreadRate, stepRate, levelWorth, inventoryMax } : undefined;
}

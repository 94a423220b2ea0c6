import { type Amount, add, formatDecimal, multiplyByCount, ONE, type Rate } from '@app/money';
import { integer, type SettingCodec } from '../reference/index.ts';
import { codecOf, fieldsOf, readPositive } from './setting-codecs.ts';

/** What the house's ladder is computed from, besides the index and what it owns. */
export type LadderRules = {
  readonly levels: number;
  /** How far the first level stands from the index, and each further one from the one before. */
  readonly spreadRate: Rate;
  readonly stepRate: Rate;
  /** What one level offers, and the most the ladder may own of either side; in the quote currency. */
  readonly levelWorth: Amount;
  readonly inventoryMax: Amount;
};

const levelCount = integer({ min: 1, max: 50 });

/** The words are those of a receipt's settings, so that whoever checks one finds them here again. */
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
  // Even the last bid stands above zero.
  const furthest = add(spreadRate, multiplyByCount(stepRate, levels.value - 1));
  return furthest < ONE ? { levels: levels.value, spreadRate, stepRate, levelWorth, inventoryMax } : undefined;
}

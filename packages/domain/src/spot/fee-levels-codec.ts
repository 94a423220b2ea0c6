import { type Amount, formatDecimal, parseDecimal, type Rate } from '@app/money';
import type { SettingCodec } from '../reference/index.ts';
import type { FeeLevel } from './fee-levels.ts';
import { codecOf, fieldsOf, readNotNegative } from './setting-codecs.ts';

const LEVELS_MAX = 20;

/** Maximum fee; anything higher is a typing error, and no fee may consume all that a seller receives. */
const FEE_MAX = parseDecimal<Rate>('0.05');

export const feeLevelsCodec: SettingCodec<readonly FeeLevel[]> = codecOf(readLevels, (levels) =>
  levels.map(({ volume, maker, taker }) => ({
    volume: formatDecimal(volume),
    maker: formatDecimal(maker),
    taker: formatDecimal(taker),
  })),
);

/** Reads fee levels. They start at zero volume, so that every user has a level, and higher volume never pays more. */
function readLevels(json: unknown): readonly FeeLevel[] | undefined {
  if (!Array.isArray(json) || json.length > LEVELS_MAX) return undefined;
  const levels = json.map(readLevel).filter((level) => level !== undefined);
  const [first, ...others] = levels;
  if (levels.length < json.length || first?.volume !== 0n) return undefined;
  return others.every((level, index) => isBetter(level, levels[index])) ? levels : undefined;
}

const isBetter = (level: FeeLevel, before: FeeLevel | undefined) =>
  before !== undefined && level.volume > before.volume && level.maker <= before.maker && level.taker <= before.taker;

function readLevel(json: unknown): FeeLevel | undefined {
  const fields = fieldsOf(json);
  const volume = readNotNegative<Amount>(fields.volume);
  const maker = readFee(fields.maker);
  const taker = readFee(fields.taker);
  const isWhole = volume !== undefined && maker !== undefined && taker !== undefined;
  return isWhole ? { volume, maker, taker } : undefined;
}

function readFee(json: unknown): Rate | undefined {
  const rate = readNotNegative<Rate>(json);
  return rate !== undefined && rate <= FEE_MAX ? rate : undefined;
}

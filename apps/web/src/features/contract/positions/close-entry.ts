import { LOT_STEP } from '@app/domain/contract';
import { type Amount, floorTo, max, min, subtract } from '@app/money';

const ALL = 100;

/** Reports whether a position can only be closed whole: any part would leave fewer lots than a position may have. */
export const isWholeOnly = (lots: Amount, lotsMin: Amount): boolean => subtract(lots, lotsMin) < LOT_STEP;

/**
 * Returns the lots of a share in percent, on their step and such that what stays may stay. Undefined for nothing; a
 * hundred is always all of it.
 */
export function lotsOfPercent(lots: Amount, percent: number, lotsMin: Amount): Amount | undefined {
  if (percent <= 0) return undefined;
  if (percent >= ALL || isWholeOnly(lots, lotsMin)) return lots;
  const share = floorTo(((lots * BigInt(percent)) / BigInt(ALL)) as Amount, LOT_STEP);
  const most = floorTo(subtract(lots, lotsMin), LOT_STEP);
  return min(max(share, LOT_STEP), most);
}

import type { Setting } from '@app/domain/reference';
import type { SettingForm } from '@app/domain/staff';
import { type Amount, formatDecimal, readDecimal } from '@app/money';

/** How a value is entered, and the least and the most it may be; null where there is no limit. */
export type Form = { readonly kind: SettingForm; readonly min: string | null; readonly max: string | null };

const unlimited = (kind: SettingForm): Form => ({ kind, min: null, max: null });

/** Beyond every amount that the database keeps. */
const DECIMAL_MAX = 10n ** 38n;

/**
 * Finds out from a codec what it accepts. Ranges are asked of it, not repeated beside it: the limits of whole numbers and
 * decimals are searched by halving, from the initial value, which always fits.
 */
export function formOf({ codec, initial }: Setting<unknown>): Form {
  const accepts = (json: unknown) => codec.decode(json).ok;
  const first = codec.encode(initial);
  if (typeof first === 'boolean') return unlimited('flag');
  if (typeof first === 'number') {
    const limits = findLimits((value) => accepts(Number(value)), BigInt(first), BigInt(Number.MAX_SAFE_INTEGER));
    return { kind: 'integer', min: textOf(limits.min, String), max: textOf(limits.max, String) };
  }
  if (typeof first === 'string') {
    const decimal = readDecimal<Amount>(first);
    if (decimal === undefined || accepts('not a decimal')) return unlimited('text');
    const write = (units: bigint) => formatDecimal(units as Amount); // Any number of units is one.
    const limits = findLimits((units) => accepts(write(units)), decimal, DECIMAL_MAX);
    return { kind: 'decimal', min: textOf(limits.min, write), max: textOf(limits.max, write) };
  }
  if (accepts({ open: true, except: ['DE'] })) return unlimited('product');
  if (accepts(['DE', 'FR']) && !accepts(['de']) && !accepts([1])) return unlimited('countries');
  return unlimited('json');
}

const textOf = (value: bigint | undefined, write: (value: bigint) => string) =>
  value === undefined ? null : write(value);

type Limits = { readonly min: bigint | undefined; readonly max: bigint | undefined };

/** Finds both ends of the interval around a value that is accepted; undefined where it reaches as far as is searched. */
function findLimits(accepts: (value: bigint) => boolean, inside: bigint, reach: bigint): Limits {
  return { min: findEnd(accepts, inside, -reach), max: findEnd(accepts, inside, reach) };
}

function findEnd(accepts: (value: bigint) => boolean, inside: bigint, outside: bigint): bigint | undefined {
  if (accepts(outside)) return undefined;
  let good = inside;
  let bad = outside;
  while (good - bad > 1n || bad - good > 1n) {
    const middle = (good + bad) / 2n;
    if (accepts(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

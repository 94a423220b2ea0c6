import { failing } from '../check-blocks.ts';

/** A conversion with all inputs of its rule; amounts, prices and rates are integers of 10⁻¹⁸. */
export type Conversion = {
  readonly rule: string;
  readonly version: number;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  readonly received: bigint;
  /** Prices in the base currency, of the coin given and then of the coin received; the base currency itself has none. */
  readonly legs: readonly { readonly currency: string; readonly symbol: string; readonly price: bigint }[];
  readonly spreadRate: bigint;
  readonly lockSeconds: number;
};
export type ConversionFinding = keyof typeof CONVERSION_RULE_CHECKS;

const ONE = 10n ** 18n;
const BASE = 'USDT';
/** What is received has eight places. */
const STEP = 10n ** 10n;

export const CONVERSION_RULE_CHECKS = {
  rule: ({ rule, version }: Conversion) => rule === 'index-spread' && version === 1,
  /** One price for each coin that is not the base currency, in the order of the conversion. */
  pair: ({ from, to, legs }: Conversion) => {
    const priced = [from, to].filter((it) => it !== BASE);
    return (
      from !== to &&
      priced.length === legs.length &&
      legs.every(({ currency, symbol }, at) => currency === priced[at] && symbol === `${currency}/${BASE}`)
    );
  },
  terms: ({ spreadRate, lockSeconds }: Conversion) =>
    spreadRate >= 0n && spreadRate < ONE && Number.isSafeInteger(lockSeconds) && lockSeconds >= 1,
  amounts: ({ amount, received }: Conversion) => amount > 0n && received > 0n,
  /** The user got the index value less the spread, truncated: nothing less, and nothing more. */
  received: (conversion: Conversion) => receivedOf(conversion) === conversion.received,
};

/** Computes what a conversion must pay. */
export function receivedOf({ from, to, amount, legs, spreadRate }: Conversion): bigint {
  const fromPrice = from === BASE ? ONE : (legs[0]?.price ?? 0n);
  const toPrice = to === BASE ? ONE : (legs.at(-1)?.price ?? 0n);
  const exact = (amount * fromPrice * (ONE - spreadRate)) / (toPrice * ONE);
  return exact - (exact % STEP);
}

/** Returns the failed checks of a conversion; if there are none, its rule gives exactly this. */
export const checkConversionRule = (
  conversion: Conversion,
  checks: Partial<typeof CONVERSION_RULE_CHECKS> = CONVERSION_RULE_CHECKS,
): Promise<ConversionFinding[]> => failing(checks, conversion);

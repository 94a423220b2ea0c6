import { type Amount, max, ONE, type Price, parseDecimal, type Rate } from '@app/money';
import fc from 'fast-check';
import {
  type ContractMarket,
  type ContractRules,
  type ContractTerms,
  LOT_STEP,
  type OpenInterestLimits,
  POSITION_SIDES,
  type Position,
} from '../src/contract/index.ts';

/** Tick, base units of a lot, and a price. The second is so fine that nearly every product has to be rounded. */
const MARKETS = [
  ['0.01', '0.001', '67842.1'],
  ['0.00000001', '0.000001', '1234.56789012'],
  ['0.00000001', '1000000', '0.00001234'],
  ['1', '0.001', '39000'],
] as const;

export const markets = fc.constantFrom(...MARKETS).map(([tick, multiplier, price]) => ({
  market: { priceTick: parseDecimal<Price>(tick), multiplier: parseDecimal<Amount>(multiplier) },
  price: parseDecimal<Price>(price),
}));

const upTo = (most: bigint, step: bigint) =>
  fc.bigInt({ min: 0n, max: most / step }).map((steps) => (steps * step) as Rate);
const EIGHT_PLACES = 10n ** 10n;
const fees = fc.oneof(
  fc.constantFrom<Rate>(0n as Rate, parseDecimal<Rate>('0.0004')),
  upTo(5n * 10n ** 15n, EIGHT_PLACES),
);

/** Some tiers ask for more than high leverage leaves. */
const rises = fc.oneof(
  { weight: 5, arbitrary: upTo(4n * 10n ** 15n, EIGHT_PLACES) },
  { weight: 1, arbitrary: upTo(3n * 10n ** 16n, EIGHT_PLACES) },
);
const wideTiers = fc.array(fc.record({ step: fc.bigInt({ min: 1n, max: 200_000n }), rise: rises }), {
  minLength: 1,
  maxLength: 4,
});
/** Low and steep, so that a liquidation often leaves a rest. */
const steepTiers = fc.array(
  fc.record({ step: fc.bigInt({ min: 1n, max: 900n }), rise: upTo(2n * 10n ** 16n, EIGHT_PLACES) }),
  { minLength: 3, maxLength: 4 },
);
const tiers = fc.oneof({ weight: 4, arbitrary: wideTiers }, { weight: 1, arbitrary: steepTiers }).map((steps) => {
  let above = 0n;
  let rate = 0n;
  return steps.map(({ step, rise }, at) => {
    above += at === 0 ? 0n : step * ONE;
    rate += rise + EIGHT_PLACES;
    return { above: above as Amount, rate: rate as Rate };
  });
});

export const terms: fc.Arbitrary<ContractTerms> = fc.record({
  openFeeRate: fees,
  closeFeeRate: fees,
  liquidationFeeRate: fees,
  tiers,
});

/** From one unit of the currency to a million, each order of magnitude as often. */
export const notionals = fc
  .integer({ min: 0, max: 6 })
  .chain((zeros) => fc.bigInt({ min: 1n, max: 10n ** BigInt(zeros) }).map((value) => value * ONE));
const limits = fc.oneof(
  { weight: 9, arbitrary: fc.constant((10n ** 26n) as Amount) },
  { weight: 1, arbitrary: notionals.map((value) => value as Amount) },
);

/** Often out of reach, and sometimes the wrong way round, because they are two settings. */
export const interestLimits = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ lower: 10n ** 26n, upper: 10n ** 27n }) },
  { weight: 1, arbitrary: fc.record({ lower: notionals, upper: notionals }) },
) as fc.Arbitrary<OpenInterestLimits>;

export const highestLeverages = fc.constantFrom(20, 50, 100);

export const rules: fc.Arbitrary<ContractRules> = fc.record({
  terms,
  leverageMax: highestLeverages,
  spreadRate: upTo(5n * 10n ** 14n, EIGHT_PLACES),
  overnightRate: fc.oneof(upTo(10n ** 15n, EIGHT_PLACES), upTo(2n * 10n ** 16n, 1n)),
  removalBufferRate: upTo(5n * 10n ** 16n, EIGHT_PLACES),
  lotsMin: fc.oneof(
    { weight: 4, arbitrary: fc.constant(LOT_STEP) },
    { weight: 1, arbitrary: fc.constantFrom('0.05', '2').map((lots) => parseDecimal<Amount>(lots)) },
  ),
  limitBandRate: fc.constantFrom('0.5', '0.02').map((rate) => parseDecimal<Rate>(rate)),
  userNotionalMax: limits,
  netExposureMax: limits,
  stressRate: upTo(5n * 10n ** 17n, EIGHT_PLACES),
  closeMargin: fc.record({ minutes: fc.constantFrom(0, 15, 90), factor: fc.integer({ min: 1, max: 30 }) }),
  openInterest: interestLimits,
  liquidationBufferRate: upTo(5n * 10n ** 15n, EIGHT_PLACES).map((rate) => (rate + EIGHT_PLACES) as Rate),
  liquidationWholeBelow: fc.oneof(
    fc.constant(ONE as Amount),
    notionals.map((value) => value as Amount),
  ),
});

/** Lots worth a notional at a price, on their step and at least one step. */
export function lotsWorth(notional: bigint, price: Price, { multiplier }: ContractMarket): Amount {
  const lots = (notional * ONE * ONE) / (price * multiplier);
  return max((lots - (lots % LOT_STEP)) as Amount, LOT_STEP);
}

/** Moves a price by thousandths, on its tick and above zero. */
export function moved(price: Price, thousandths: bigint, { priceTick }: ContractMarket): Price {
  const exact = (price * thousandths) / 1_000n;
  return max((exact - (exact % priceTick)) as Price, priceTick);
}

export const moves = fc.oneof(
  { weight: 5, arbitrary: fc.bigInt({ min: 990n, max: 1_010n }) },
  { weight: 3, arbitrary: fc.bigInt({ min: 900n, max: 1_100n }) },
  { weight: 2, arbitrary: fc.bigInt({ min: 300n, max: 2_500n }) },
);

export const requests = fc.record({
  side: fc.constantFrom(...POSITION_SIDES),
  notional: notionals,
  leverage: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 20 }) }, fc.integer({ min: 1, max: 110 })),
});

/** Shares in units, so that some divide nothing evenly. */
export const shares = fc.bigInt({ min: 0n, max: ONE }).map((share) => share as Rate);

/** Any open position, with an index price and an overnight index around it; margins may have been changed. */
export const positions = fc
  .record({ listed: markets, request: requests, terms, margin: fc.bigInt({ min: 1n, max: 3_000n }), nights: moves })
  .chain(({ listed: { market, price }, request, terms: own, margin, nights }) =>
    fc.record({ entryMove: moves, indexMove: moves, paid: shares }).map(({ entryMove, indexMove, paid }) => {
      const entry = moved(price, entryMove, market);
      const lots = lotsWorth(request.notional, entry, market);
      const notional = (lots * market.multiplier * entry) / (ONE * ONE);
      const size = (lots * market.multiplier) / ONE;
      const overnightIndex = (entry * nights) / 400_000n;
      const position: Position = {
        side: request.side,
        market,
        lots,
        entry,
        leverage: request.leverage,
        margin: max(((notional * margin) / (1_000n * BigInt(request.leverage))) as Amount, 1n as Amount),
        openFee: ((notional * own.openFeeRate) / ONE) as Amount,
        overnightSince: 0n as Price,
        overnightCharged: ((((size * overnightIndex) / ONE) * paid) / ONE) as Amount,
        terms: own,
      };
      return { position, now: { index: moved(entry, indexMove, market), overnightIndex: overnightIndex as Price } };
    }),
  );

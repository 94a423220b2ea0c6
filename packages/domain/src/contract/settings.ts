import { type Amount, ONE, parseDecimal, type Rate } from '@app/money';
import * as z from 'zod/mini';
import { codecOf, count, countries, decimal, integer, type Setting, setting } from '../reference/index.ts';
import {
  CONTRACT_CLASSES,
  type ContractClasses,
  contractClassesCodec,
  LEVERAGE_MAX,
  RATE_STEP,
} from './contract-classes.ts';
import type { MaintenanceTier } from './maintenance.ts';
import { type ContractTerms, LOT_STEP } from './position.ts';
import { type SeriesSchedule, seriesCodec } from './series.ts';
import { REOPENING_TICKS_MAX } from './session.ts';

/** Highest fee and maintenance rate; together they stay below one, so that every liquidation price exists. */
const FEE_MAX = parseDecimal<Rate>('0.05');
const MAINTENANCE_MAX = parseDecimal<Rate>('0.5');
const TIERS_MAX = 20;

const rateUpTo = (most: Rate) => decimal<Rate>((rate) => rate >= 0n && rate <= most && rate % RATE_STEP === 0n);

/** Tiers begin at zero, rise in amount and rate, and at whole amounts, so that their deductions are exact. */
const tiersSchema = z
  .readonly(
    z.array(
      z.object({
        above: decimal<Amount>((above) => above >= 0n && above % ONE === 0n),
        rate: rateUpTo(MAINTENANCE_MAX),
      }),
    ),
  )
  .check(
    z.maxLength(TIERS_MAX),
    z.refine((tiers) => tiers[0]?.above === 0n && tiers[0].rate > 0n),
    z.refine((tiers) => tiers.slice(1).every((tier, index) => isAbove(tier, tiers[index]))),
  );

const isAbove = (tier: MaintenanceTier, before: MaintenanceTier | undefined) =>
  before !== undefined && tier.above > before.above && tier.rate > before.rate;

const termsText = z.object({
  open_fee_rate: rateUpTo(FEE_MAX),
  close_fee_rate: rateUpTo(FEE_MAX),
  liquidation_fee_rate: rateUpTo(FEE_MAX),
  maintenance_tiers: tiersSchema,
});
const termsSchema = z.codec(termsText, z.custom<ContractTerms>(), {
  decode: ({ open_fee_rate, close_fee_rate, liquidation_fee_rate, maintenance_tiers }) => ({
    openFeeRate: open_fee_rate,
    closeFeeRate: close_fee_rate,
    liquidationFeeRate: liquidation_fee_rate,
    tiers: maintenance_tiers,
  }),
  encode: ({ openFeeRate, closeFeeRate, liquidationFeeRate, tiers }) => ({
    open_fee_rate: openFeeRate,
    close_fee_rate: closeFeeRate,
    liquidation_fee_rate: liquidationFeeRate,
    maintenance_tiers: tiers,
  }),
});

const tier = (above: string, rate: string): MaintenanceTier => ({
  above: parseDecimal<Amount>(above),
  rate: parseDecimal<Rate>(rate),
});

/** One value, because receipts name its version and a position keeps it. */
export const terms = setting<ContractTerms>({
  key: 'contract.terms',
  codec: codecOf(termsSchema),
  initial: {
    openFeeRate: parseDecimal<Rate>('0.0004'),
    closeFeeRate: parseDecimal<Rate>('0.0004'),
    liquidationFeeRate: parseDecimal<Rate>('0'),
    tiers: [tier('0', '0.005'), tier('100000', '0.01'), tier('500000', '0.025'), tier('2000000', '0.05')],
  },
  meaning: 'Fees of a contract as shares of its notional, and the maintenance rate of the notional above each amount.',
});

export const classes = setting<ContractClasses>({
  key: 'contract.classes',
  codec: contractClassesCodec,
  initial: CONTRACT_CLASSES,
  meaning: 'Highest leverage, spread around the index and overnight fee of contracts, by class of markets.',
});

/** A lower leverage for some countries. */
export type CountryLeverage = { readonly countries: readonly string[]; readonly leverageMax: number };

const countryLeverageSchema = z.codec(
  z.object({ countries, leverage_max: count({ min: 1, max: LEVERAGE_MAX }) }),
  z.custom<CountryLeverage>(),
  {
    decode: ({ leverage_max, ...rest }) => ({ ...rest, leverageMax: leverage_max }),
    encode: ({ leverageMax, ...rest }) => ({ ...rest, leverage_max: leverageMax }),
  },
);

export const countryLeverage = setting<readonly CountryLeverage[]>({
  key: 'contract.country_leverage',
  codec: codecOf(z.readonly(z.array(countryLeverageSchema)).check(z.maxLength(20))),
  initial: [],
  meaning: 'Countries whose residents have a lower highest leverage than the market’s class.',
});

export const leveragePreselected = setting({
  key: 'contract.leverage_preselected',
  codec: integer({ min: 1, max: LEVERAGE_MAX }),
  initial: 5,
  meaning: 'Leverage that a new user’s form shows.',
});

const positiveAmount = codecOf(decimal<Amount>((value) => value > 0n));
const worth = (key: string, initial: string, meaning: string): Setting<Amount> =>
  setting({ key, codec: positiveAmount, initial: parseDecimal<Amount>(initial), meaning });

export const userNotionalMax = worth(
  'contract.user_notional_max',
  '500000',
  'The most notional that one user may have open in one market, in USDT.',
);
export const netExposureMax = worth(
  'contract.net_exposure_max',
  '5000000',
  'The most by which users’ longs and shorts in one market may differ, in USDT.',
);

const share = codecOf(decimal<Rate>((value) => value > 0n && value < ONE));

export const stressRate = setting({
  key: 'contract.stress_rate',
  codec: share,
  initial: parseDecimal<Rate>('0.2'),
  meaning: 'The sudden move of a price that the capital of its market must be able to pay for.',
});

export const removalBufferRate = setting({
  key: 'contract.removal_buffer_rate',
  codec: share,
  initial: parseDecimal<Rate>('0.02'),
  meaning: 'What must stay after margin is removed, beyond the margin of opening, as a share of the notional.',
});

export const closeMarginMinutes = setting({
  key: 'contract.close_margin_minutes',
  codec: integer({ min: 0, max: 240 }),
  initial: 15,
  meaning: 'How many minutes before a break of two hours or more an opening needs more margin.',
});

export const closeMarginFactor = setting({
  key: 'contract.close_margin_factor',
  codec: integer({ min: 1, max: LEVERAGE_MAX }),
  initial: 2,
  meaning: 'How many times the margin an opening needs then; the highest leverage is divided by it.',
});

export const openInterestLower = worth(
  'contract.open_interest_lower',
  '2000000',
  'Open interest of a market, the larger of longs and shorts, from which an opening needs more margin, in USDT.',
);
export const openInterestUpper = worth(
  'contract.open_interest_upper',
  '10000000',
  'Open interest of a market at which the margin of an opening is its whole notional, in USDT.',
);

export const liquidationBufferRate = setting({
  key: 'contract.liquidation_buffer_rate',
  codec: share,
  initial: parseDecimal<Rate>('0.002'),
  meaning:
    'What the rest of a partial liquidation has beyond maintenance margin and closing fee, as a share of its notional.',
});

export const liquidationWholeBelow = worth(
  'contract.liquidation_whole_below',
  '100000',
  'A liquidation leaves no rest of a smaller notional, in USDT: it closes the whole position.',
);

export const limitBandRate = setting({
  key: 'contract.limit_band_rate',
  codec: share,
  initial: parseDecimal<Rate>('0.5'),
  meaning: 'How far from the index price the limit of a pending order may be.',
});

export const lotsMin = setting({
  key: 'contract.lots_min',
  codec: codecOf(decimal<Amount>((value) => value > 0n && value % LOT_STEP === 0n)),
  initial: LOT_STEP,
  meaning: 'The least lots of one position.',
});

export const positionsMax = setting({
  key: 'contract.positions_max',
  codec: integer({ min: 1, max: 1_000 }),
  initial: 100,
  meaning: 'The most positions and pending orders of one user together.',
});

export const demoFunding = worth(
  'contract.demo_funding',
  '50000000',
  'What the demo platform’s capital, and a tenth of it the insurance fund, are filled up to, in USDT.',
);

export const reopeningTicks = setting({
  key: 'contract.reopening_ticks',
  codec: integer({ min: 1, max: REOPENING_TICKS_MAX }),
  initial: 3,
  meaning: 'The tick of a session at which contracts are traded again; the ones before it only count.',
});

export const series = setting<SeriesSchedule>({
  key: 'contract.series',
  codec: seriesCodec,
  initial: { markets: [1, 2], weeks: 2, quarters: 2 },
  meaning: 'Markets with delivery contracts, and how many of the next Fridays and quarter ends have one.',
});

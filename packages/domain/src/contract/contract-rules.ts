import type { Amount, Rate } from '@app/money';
import type { Market } from '../market/index.ts';
import type { Setting } from '../reference/index.ts';
import { type ContractClasses, contractClassOf } from './contract-classes.ts';
import type { ExposureLimits } from './exposure.ts';
import type { CloseMargin, OpenInterestLimits } from './opening-rules.ts';
import type { ContractTerms } from './position.ts';
import type { SeriesSchedule } from './series.ts';
import * as settings from './settings.ts';

/** Rules that apply to a user's contracts in one market. */
export type ContractRules = ExposureLimits & {
  readonly terms: ContractTerms;
  readonly leverageMax: number;
  readonly spreadRate: Rate;
  readonly overnightRate: Rate;
  /** What must stay after margin is removed, beyond the margin of opening. */
  readonly removalBufferRate: Rate;
  readonly lotsMin: Amount;
  /** How far from the index a limit may be. */
  readonly limitBandRate: Rate;
  readonly closeMargin: CloseMargin;
  readonly openInterest: OpenInterestLimits;
  /** What the rest of a partial liquidation has beyond maintenance margin and closing fee, as a share of its notional. */
  readonly liquidationBufferRate: Rate;
  /** A liquidation leaves no rest of a smaller notional. */
  readonly liquidationWholeBelow: Amount;
};

/** Reads a setting's value in force, with its version; the server's `settings.read` is one. */
type ReadSetting = <Value>(setting: Setting<Value>) => Promise<InForce<Value>>;
/** A value with its version, which receipts name. */
type InForce<Value> = { readonly value: Value; readonly version: number };

/** Every setting of contracts that is in force at one moment. */
export type ContractSettings = {
  readonly terms: InForce<ContractTerms>;
  readonly classes: InForce<ContractClasses>;
  readonly countryLeverage: readonly settings.CountryLeverage[];
} & Omit<ContractRules, 'terms' | 'leverageMax' | 'spreadRate' | 'overnightRate'> & {
    readonly positionsMax: number;
    readonly demoFunding: Amount;
    readonly reopeningTicks: number;
    readonly series: SeriesSchedule;
  };

export async function readContractSettings(read: ReadSetting): Promise<ContractSettings> {
  return {
    terms: await read(settings.terms),
    classes: await read(settings.classes),
    countryLeverage: (await read(settings.countryLeverage)).value,
    removalBufferRate: (await read(settings.removalBufferRate)).value,
    lotsMin: (await read(settings.lotsMin)).value,
    limitBandRate: (await read(settings.limitBandRate)).value,
    userNotionalMax: (await read(settings.userNotionalMax)).value,
    netExposureMax: (await read(settings.netExposureMax)).value,
    stressRate: (await read(settings.stressRate)).value,
    closeMargin: {
      minutes: (await read(settings.closeMarginMinutes)).value,
      factor: (await read(settings.closeMarginFactor)).value,
    },
    openInterest: {
      lower: (await read(settings.openInterestLower)).value,
      upper: (await read(settings.openInterestUpper)).value,
    },
    liquidationBufferRate: (await read(settings.liquidationBufferRate)).value,
    liquidationWholeBelow: (await read(settings.liquidationWholeBelow)).value,
    positionsMax: (await read(settings.positionsMax)).value,
    demoFunding: (await read(settings.demoFunding)).value,
    reopeningTicks: (await read(settings.reopeningTicks)).value,
    series: (await read(settings.series)).value,
  };
}

/** Returns the rules for a market and the user's country. */
export function contractRules(
  { terms, classes, countryLeverage, ...limits }: ContractSettings,
  market: Pick<Market, 'id' | 'category'>,
  country: string | undefined,
): ContractRules {
  const { leverageMax, spreadRate, overnightRate } = contractClassOf(classes.value, market);
  const lower = countryLeverage.filter(
    // Somebody whose country is unknown gets the lowest, because it may be theirs.
    ({ countries }) => country === undefined || countries.includes(country),
  );
  return {
    ...limits,
    terms: terms.value,
    leverageMax: Math.min(leverageMax, ...lower.map((it) => it.leverageMax)),
    spreadRate,
    overnightRate,
  };
}

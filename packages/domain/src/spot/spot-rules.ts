import type { Amount, Rate } from '@app/money';
import { type freshnessOf, marketSettings } from '../market/index.ts';
import { productKillSwitch } from '../reference/index.ts';
import type { FeeLevel } from './fee-levels.ts';
import * as settings from './settings.ts';

/** What an order is judged by. */
export type SpotRules = {
  /** The least and the most an order may be worth, in its quote currency. */
  readonly orderMin: Amount;
  readonly orderMax: Amount;
  readonly openOrdersMax: number;
  /** How far from the index a market order may trade. */
  readonly bandRate: Rate;
  readonly feeLevels: readonly FeeLevel[];
  /** The oldest index price a market order deals at. */
  readonly freshMs: number;
  /** Whether spot is running at all. */
  readonly isOn: boolean;
};

/** How a setting's value in force is asked for; the server's `settings.read` is one. */
type ReadSetting = Parameters<typeof freshnessOf>[0];

const isRunning = productKillSwitch('spot');

/** The rules before anybody changed a setting. */
export const SPOT_RULES: SpotRules = {
  orderMin: settings.orderMin.initial,
  orderMax: settings.orderMax.initial,
  openOrdersMax: settings.openOrdersMax.initial,
  bandRate: settings.bandRate.initial,
  feeLevels: settings.feeLevels.initial,
  freshMs: marketSettings.spotFreshMs.initial,
  isOn: isRunning.initial,
};

/** The rules in force: `spotRulesOf(settings.read)`. */
export async function spotRulesOf(read: ReadSetting): Promise<SpotRules> {
  return {
    orderMin: (await read(settings.orderMin)).value,
    orderMax: (await read(settings.orderMax)).value,
    openOrdersMax: (await read(settings.openOrdersMax)).value,
    bandRate: (await read(settings.bandRate)).value,
    feeLevels: (await read(settings.feeLevels)).value,
    freshMs: (await read(marketSettings.spotFreshMs)).value,
    isOn: (await read(isRunning)).value,
  };
}

import { authSettings } from '@app/domain/auth';
import { contractSettings } from '@app/domain/contract';
import { convertSettings } from '@app/domain/convert';
import { depositSettings } from '@app/domain/deposit';
import { exportSettings } from '@app/domain/export';
import { kycSettings } from '@app/domain/kyc';
import { limitSettings } from '@app/domain/limits';
import { marketSettings } from '@app/domain/market';
import { mediaSettings } from '@app/domain/media';
import { notifySettings } from '@app/domain/notify';
import { payoutSettings } from '@app/domain/payout';
import {
  KILL_SWITCHES,
  killSwitch,
  marketKillSwitch,
  PRODUCTS,
  productKillSwitch,
  productSwitch,
  referenceSettings,
  type Setting,
} from '@app/domain/reference';
import { secondsSettings } from '@app/domain/seconds';
import { spotSettings } from '@app/domain/spot';
import { staffSettings } from '@app/domain/staff';
import { withdrawalSettings } from '@app/domain/withdrawal';
import type { AllSettings } from '../modules/staff/index.ts';

const isSetting = (value: object): value is Setting<unknown> => 'codec' in value;

/** Settings are exported one by one or in groups; other constants of a module are none. */
const settingsIn = (module: object): Setting<unknown>[] =>
  Object.values(module).flatMap((it: unknown) => {
    if (typeof it !== 'object' || it === null) return [];
    if (isSetting(it)) return [it];
    return Object.values(it).filter(
      (part): part is Setting<unknown> => typeof part === 'object' && part !== null && isSetting(part),
    );
  });

/** Every setting of the product: what a person may change, by key. */
export function allSettings(symbols: readonly string[]): AllSettings {
  const settings = [
    authSettings,
    contractSettings,
    convertSettings,
    depositSettings,
    withdrawalSettings,
    payoutSettings,
    exportSettings,
    kycSettings,
    limitSettings,
    marketSettings,
    mediaSettings,
    notifySettings,
    referenceSettings,
    secondsSettings,
    spotSettings,
    staffSettings,
    KILL_SWITCHES.map((name) => killSwitch(name) as Setting<unknown>),
    PRODUCTS.flatMap((product) => [productSwitch(product), productKillSwitch(product)] as Setting<unknown>[]),
    [productKillSwitch('spot') as Setting<unknown>], // Open everywhere, so it has no switch by country.
    symbols.map((symbol) => marketKillSwitch(symbol) as Setting<unknown>),
  ].flatMap(settingsIn);
  return new Map(settings.map((setting) => [setting.key, setting]));
}

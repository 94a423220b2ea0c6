export { isOlder, OLDEST_APP, oldestAllowed } from './app-version.ts';
export {
  isOpenIn,
  mayUse,
  OPEN_AT_FIRST,
  PRODUCTS,
  type Product,
  type ProductSwitch,
  RISKY_PRODUCTS,
} from './products.ts';
export {
  amount,
  codecOf,
  count,
  countries,
  decimal,
  flag,
  integer,
  type Setting,
  type SettingCodec,
  setting,
} from './setting.ts';
export * as referenceSettings from './settings.ts';
export {
  KILL_SWITCHES,
  type KillSwitch,
  killSwitch,
  marketKillSwitch,
  productKillSwitch,
  productSwitch,
} from './switches.ts';

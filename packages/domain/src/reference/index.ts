export { checkChange, type SettingChange } from './check-change.ts';
export { isOpenIn, mayUse, PRODUCTS, type Product, type ProductSwitch } from './products.ts';
export {
  amount,
  codecOf,
  count,
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

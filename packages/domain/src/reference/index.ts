export { checkChange, type SettingChange } from './check-change.ts';
export { amount, flag, integer, type Setting, type SettingCodec, setting } from './setting.ts';
export * as referenceSettings from './settings.ts';
export {
  isOpenIn,
  KILL_SWITCHES,
  type KillSwitch,
  killSwitch,
  marketKillSwitch,
  mayUse,
  PRODUCTS,
  type Product,
  type ProductSwitch,
  productKillSwitch,
  productSwitch,
} from './switches.ts';

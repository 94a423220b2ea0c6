export { createCheckProduct } from './check-product.ts';
export { listVersions, readVersion, type Version } from './list-versions.ts';
export { referenceRoutes } from './reference.routes.ts';
export {
  readChains,
  readCurrencyIds,
  readHistory,
  readNewestVersions,
  type SettingVersion,
} from './reference.store.ts';
export {
  createSettings,
  MalformedSetting,
  type Settings,
  type Versioned,
} from './settings.ts';
export { switchOff } from './switch-off.ts';

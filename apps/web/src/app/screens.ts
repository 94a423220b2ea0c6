import { authScreens } from '../features/auth/auth.screens.ts';
import { contractScreens } from '../features/contract/contract.screens.ts';
import { homeScreens } from '../features/home/home.screens.ts';
import { marketScreens } from '../features/market/market.screens.ts';
import { settingsScreens } from '../features/settings/settings.screens.ts';
import { spotScreens } from '../features/spot/spot.screens.ts';
import { systemScreens } from '../features/system/system.screens.ts';
import { walletScreens } from '../features/wallet/wallet.screens.ts';

/** Every screen of the app, from the features' tables. */
export const SCREENS = [
  ...homeScreens,
  ...marketScreens,
  ...spotScreens,
  ...contractScreens,
  ...walletScreens,
  ...authScreens,
  ...settingsScreens,
  ...systemScreens,
];

import type { Screen } from '../data/app/screen.ts';
import { authScreens } from '../features/auth/auth.screens.ts';
import { bonusScreens } from '../features/bonus/bonus.screens.ts';
import { chatScreens } from '../features/chat/chat.screens.ts';
import { contentScreens } from '../features/content/content.screens.ts';
import { contractScreens } from '../features/contract/contract.screens.ts';
import { convertScreens } from '../features/convert/convert.screens.ts';
import { copyScreens } from '../features/copy/copy.screens.ts';
import { depositScreens } from '../features/deposit/deposit.screens.ts';
import { gameScreens } from '../features/game/game.screens.ts';
import { homeScreens } from '../features/home/home.screens.ts';
import { ieoScreens } from '../features/ieo/ieo.screens.ts';
import { investScreens } from '../features/invest/invest.screens.ts';
import { inviteScreens } from '../features/invite/invite.screens.ts';
import { kycScreens } from '../features/kyc/kyc.screens.ts';
import { limitsScreens } from '../features/limits/limits.screens.ts';
import { loanScreens } from '../features/loan/loan.screens.ts';
import { marketScreens } from '../features/market/market.screens.ts';
import { miningScreens } from '../features/mining/mining.screens.ts';
import { nftScreens } from '../features/nft/nft.screens.ts';
import { notifyScreens } from '../features/notify/notify.screens.ts';
import { otcScreens } from '../features/otc/otc.screens.ts';
import { payeeScreens } from '../features/payee/payee.screens.ts';
import { proofScreens } from '../features/proof/proof.screens.ts';
import { resultsScreens } from '../features/results/results.screens.ts';
import { secondsScreens } from '../features/seconds/seconds.screens.ts';
import { settingsScreens } from '../features/settings/settings.screens.ts';
import { spotScreens } from '../features/spot/spot.screens.ts';
import { statementScreens } from '../features/statement/statement.screens.ts';
import { systemScreens } from '../features/system/system.screens.ts';
import { walletScreens } from '../features/wallet/wallet.screens.ts';
import { withdrawalScreens } from '../features/withdrawal/withdrawal.screens.ts';

/** Every screen of the app, from the features' tables. Search lists pages in this order. */
export const SCREENS: readonly Screen[] = [
  ...homeScreens,
  ...marketScreens,
  ...spotScreens,
  ...contractScreens,
  ...walletScreens,
  ...depositScreens,
  ...withdrawalScreens,
  ...statementScreens,
  ...resultsScreens,
  ...payeeScreens,
  ...convertScreens,
  ...notifyScreens,
  ...settingsScreens,
  ...authScreens,
  ...limitsScreens,
  ...proofScreens,
  ...contentScreens,
  ...kycScreens,
  ...secondsScreens,
  ...otcScreens,
  ...copyScreens,
  ...investScreens,
  ...miningScreens,
  ...ieoScreens,
  ...loanScreens,
  ...nftScreens,
  ...inviteScreens,
  ...bonusScreens,
  ...chatScreens,
  ...gameScreens,
  ...systemScreens,
];

import type { PartTable } from '../data/app/slot-parts.ts';
import { contentPanels } from '../features/content/content.panels.ts';
import { contractPanels } from '../features/contract/contract.panels.ts';
import { marketPanels } from '../features/market/market.panels.ts';
import { notifyPanels } from '../features/notify/notify.panels.ts';
import { spotPanels } from '../features/spot/spot.panels.ts';
import { walletPanels } from '../features/wallet/wallet.panels.ts';
import { withdrawalPanels } from '../features/withdrawal/withdrawal.panels.ts';
import { SCREENS } from './screens.ts';
import { searchPagesOf, searchTextsOf } from './search-table.ts';

/** Maps slots to the panels features show in them. */
export const PANELS: PartTable = {
  ...contentPanels,
  ...contractPanels,
  ...marketPanels,
  ...notifyPanels,
  ...spotPanels,
  ...walletPanels,
  ...withdrawalPanels,
  'search.pages': {
    texts: import.meta.env.SEARCH_TEXTS ?? searchTextsOf(searchPagesOf(SCREENS)),
    load: () => import('./search-pages-panel.tsx'),
  },
};

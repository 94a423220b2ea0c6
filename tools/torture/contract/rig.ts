import type { ProductRig } from '../engines/product-rig.ts';
import { untilTaken } from '../engines/until-taken.ts';
import { AUDIT } from './audit.ts';
import { BUILDS } from './builds.ts';
import { ORDEALS } from './controls.ts';
import { FAULTS, GROUPS } from './faults.ts';
import type { Answer, Intent } from './intents.ts';
import { openTrader } from './order-client.ts';
import { contractOrders } from './orders.ts';
import { prepare } from './prepare.ts';
import { openPrices } from './prices.ts';
import { MARKETS, SHARD } from './terms.ts';

export const CONTRACT_RIG: ProductRig<Intent, Answer> = {
  name: 'contract',
  builds: BUILDS,
  shards: [SHARD],
  markets: MARKETS,
  openPrices,
  prepare,
  orders: contractOrders,
  openClient: openTrader,
  restMsMax: 30,
  faults: {
    clients: 20,
    groups: GROUPS,
    byName: FAULTS,
    reloads: { short: 1, long: 8 },
    // Nights, deliveries and sessions come every few seconds: a run has to see some of each.
    tradingMsMin: 25_000,
  },
  controls: { clients: 16, ordeals: ORDEALS, short: 'drawn' },
  untilSettled: (testbed) => untilTaken(testbed),
  audit: AUDIT,
  activities: [
    ...['closed by user', 'closed by stop', 'closed by profit', 'closed by liquidation', 'closed by reverse'],
    'closed by delivery',
    ...['limits filled', 'part closes', 'shortfalls', 'nights', 'charges', 'margin changes'],
  ],
  provocations: {},
};

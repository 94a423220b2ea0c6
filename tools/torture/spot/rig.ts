import { ASKED_AGAIN } from '../engines/audit.ts';
import { dieAt, FAULTS_BY_NAME } from '../engines/faults.ts';
import type { ProductRig } from '../engines/product-rig.ts';
import { stopPrices } from '../engines/until-taken.ts';
import { AUDIT } from './audit.ts';
import { BUILDS } from './builds.ts';
import { ORDEALS } from './controls.ts';
import { GROUPS } from './faults.ts';
import type { Answer, Intent } from './intents.ts';
import { openTrader } from './order-client.ts';
import { spotOrders } from './orders.ts';
import { SHARED_POISON, servePoison } from './poison.ts';
import { prepare } from './prepare.ts';
import { openPrices } from './prices.ts';
import { MARKETS, SHARDS } from './terms.ts';

export const SPOT_RIG: ProductRig<Intent, Answer> = {
  name: 'spot',
  builds: BUILDS,
  // Faults are aimed at the mode in which the house trades too.
  shards: [SHARDS.demo, SHARDS.real],
  markets: MARKETS,
  openPrices,
  prepare,
  orders: spotOrders,
  openClient: openTrader,
  restMsMax: 24,
  faults: {
    clients: 16,
    groups: GROUPS,
    byName: FAULTS_BY_NAME,
    reloads: { short: 1, long: 5 },
    comparesAfterEach: true,
    beforeReload: servePoison,
    // TT-04: an engine recovers within three seconds. Only roughly in the short form, whose machine is shared.
    recoveryMsMax: { short: 60_000, long: 3_000 },
  },
  controls: { clients: 10, ordeals: ORDEALS, short: 'drawn' },
  untilSettled: stopPrices,
  audit: AUDIT,
  activities: [
    ...['gtc', 'ioc', 'post', 'market', 'Lite'],
    ...['taken from the house', 'swept by the house', 'fundings', 'receipts', 'personal limits'],
    ...[SHARED_POISON, ASKED_AGAIN],
  ],
  // The engine dies while it has requests.
  provocations: { [ASKED_AGAIN]: async (testbed, below) => void (await dieAt('committed')(testbed, below)) },
};

import type { ProductRig } from '../engines/product-rig.ts';
import { AUDIT } from './audit.ts';
import { openBettor } from './bet-client.ts';
import { betRequests } from './bets.ts';
import { BUILDS } from './builds.ts';
import { ORDEALS } from './controls.ts';
import { FAULTS, GROUPS, silenceAtAnEnd } from './faults.ts';
import type { Answer, Intent } from './intents.ts';
import { prepare } from './prepare.ts';
import { openPrices } from './prices.ts';
import { MARKETS, SHARD } from './terms.ts';
import { untilSettled } from './until-settled.ts';

export const SECONDS_RIG: ProductRig<Intent, Answer> = {
  name: 'seconds',
  builds: BUILDS,
  shards: [SHARD],
  markets: MARKETS,
  openPrices,
  prepare,
  orders: betRequests,
  openClient: openBettor,
  // Some cancels come at once, others around the entry tick.
  restMsMax: 60,
  faults: { clients: 16, groups: GROUPS, byName: FAULTS, reloads: { short: 1, long: 6 } },
  controls: { clients: 12, ordeals: ORDEALS, short: 'first' },
  untilSettled,
  audit: AUDIT,
  activities: [
    ...['profit', 'loss', 'flat', 'void', 'cancelled'],
    ...['void without an exit tick', 'void without an entry tick', 'cancels too late', 'versions of terms', 'fundings'],
  ],
  // A venue that falls silent before the first bets have run leaves none without an exit tick.
  provocations: { 'void without an exit tick': silenceAtAnEnd, 'void without an entry tick': silenceAtAnEnd },
};

import { breakOff, settle } from '../engines/load.ts';
import type { Below } from '../engines/terms.ts';
import type { Testbed } from '../engines/testbed.ts';
import { newKey } from '../journey-client.ts';
import { count } from '../rig.ts';
import type { Answer, Intent } from './intents.ts';
import { chooseLimit, chooseOrder } from './order-client.ts';
import { MARKETS, POISON_QUANTITY, POISONERS, TARGET } from './terms.ts';

type SpotTestbed = Testbed<Intent, Answer>;

export const SHARED_POISON = 'poison in a batch with others';

const GUESTS = 30;
const USERS = 8;
const WATCHED_MS_MAX = 60_000;

/** Sends many orders at once, one of which fails in `decide`, until it has failed in a batch with others. */
export async function servePoison(testbed: SpotTestbed, below: Below): Promise<void> {
  const { clients, happened, load } = testbed;
  const log = testbed.openLog();
  for (let tries = 1; tries <= POISONERS && load.broken === undefined; tries++) {
    const batch = await serveOnce(testbed, { below, log, poisoner: clients + tries });
    if (batch > 1) return count(happened, SHARED_POISON);
  }
}

type Table = { readonly below: Below; readonly log: ReturnType<SpotTestbed['openLog']>; readonly poisoner: number };

/** Returns the size of the batch in which the order failed. */
async function serveOnce({ cluster, load }: SpotTestbed, { below, log, poisoner }: Table): Promise<number> {
  let batch = 0;
  let isOver = false;
  void cluster.events.next((event) => {
    if (event.kind === 'poisoned') batch = Math.max(batch, event.batch);
    return isOver; // The engines are killed next; their first event ends this.
  }, WATCHED_MS_MAX);
  const guests = Array.from({ length: GUESTS }, () => orderFor(below));
  const order = { market: MARKETS[0].id, request: poisoned(below), isLite: false };
  const poison = { ...orderFor(below), ...order, user: poisoner };
  guests.splice(GUESTS / 2, 0, poison);
  const reply = await Promise.all(guests.map((intent) => settle(load, intent, log)));
  isOver = true;
  const answer = reply[GUESTS / 2];
  if (answer?.kind === 'ok') breakOff(load, 'poison was answered ok');
  return batch;
}

const poisoned = (below: Below) => ({ ...chooseLimit(below, MARKETS[0], 'gtc'), quantity: POISON_QUANTITY });

const orderFor = (below: Below): Extract<Intent, { name: 'spot.place' }> => ({
  key: newKey(),
  user: 1 + below(USERS),
  mode: TARGET,
  name: 'spot.place',
  ...chooseOrder(below),
});

import { expectDefined } from '@app/base';
import { breakOff } from './load.ts';
import { type Below, chooseOrder, newKey } from './order-client.ts';
import type { Intent } from './order-log.ts';
import { settle } from './settle.ts';
import { MARKETS, POISON_QUANTITY } from './terms.ts';
import type { Testbed } from './testbed.ts';

const GUESTS = 30;
const USERS = 8;
const TRIES = 5;

/** Sends many orders at once, one of which fails in `decide`. Returns the size of the batch it failed in. */
export async function servePoison(testbed: Testbed, below: Below): Promise<number> {
  const log = testbed.openLog();
  for (let tries = 1; ; tries++) {
    const batch = await serveOnce(testbed, { below, log });
    if (batch > 1 || tries === TRIES || testbed.load.broken !== undefined) return batch;
  }
}

type Table = { readonly below: Below; readonly log: ReturnType<Testbed['openLog']> };

async function serveOnce({ cluster, load }: Testbed, { below, log }: Table): Promise<number> {
  let batch = 0;
  const watching = cluster.events.next((event) => {
    if (event.kind === 'poisoned') batch = Math.max(batch, event.batch);
    return false;
  }, 60_000);
  void watching;
  const guests = Array.from({ length: GUESTS }, () => orderFor(below));
  const poison = { ...orderFor(below), market: MARKETS[0].id, request: poisoned(below) };
  guests.splice(GUESTS / 2, 0, poison);
  const reply = await Promise.all(guests.map((intent) => settle(load, intent, log)));
  const answer = reply[GUESTS / 2];
  if (answer?.kind === 'ok') breakOff(load, 'poison was answered ok');
  return batch;
}

const poisoned = (below: Below) => ({ ...chooseOrder(below, MARKETS[0]), quantity: POISON_QUANTITY });

function orderFor(below: Below): Extract<Intent, { name: 'spot.place' }> {
  const market = expectDefined(MARKETS[below(MARKETS.length)], 'a market');
  const who = { key: newKey(), user: 1 + below(USERS), mode: 'real' } as const;
  return { ...who, name: 'spot.place', market: market.id, request: chooseOrder(below, market) };
}

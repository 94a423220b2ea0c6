import { setTimeout as pause } from 'node:timers/promises';
import { expectDefined } from '@app/base';
import type { Mode } from '@app/domain/ledger';
import { seeded } from '../../trial/random.ts';
import { newKey } from '../journey-client.ts';
import { type Load, settle } from './load.ts';
import type { Intent, OrderLog, Request } from './order-log.ts';
import { MARKETS } from './terms.ts';

export type Below = (end: number) => number;
export type Trader = { readonly user: number; readonly mode: Mode; readonly seed: number; readonly log: OrderLog };

const REST_MS_MAX = 24;
/** Range of prices around the mid price: some orders rest, some match. */
const SPREAD_TICKS = 20;
const LEAN_TICKS = 5;
const OPEN_MANY = 100;

/** Runs one user that sends one request after another until stopped; the last one is settled too. */
export async function trade(load: Load, { user, mode, seed, log }: Trader): Promise<void> {
  const below = seeded(seed);
  const open: string[] = [];
  while (!load.stopping) {
    if (!load.isGated) {
      const intent = chooseIntent(below, { user, mode, open });
      const reply = await settle(load, intent, log);
      if (reply?.kind === 'ok' && reply.answer.status === 'open' && reply.answer.id !== undefined)
        open.push(reply.answer.id);
    }
    await pause(1 + below(REST_MS_MAX));
  }
}

type ClientState = { readonly user: number; readonly mode: Mode; readonly open: string[] };

function chooseIntent(below: Below, { user, mode, open }: ClientState): Intent {
  const dice = below(100);
  const who = { key: newKey(), user, mode };
  if (dice === 0) return { ...who, name: 'spot.cancelAll' };
  if (open.length > 0 && dice < (open.length > OPEN_MANY ? 70 : 30)) {
    const [order] = open.splice(below(open.length), 1);
    return { ...who, name: 'spot.cancel', order: expectDefined(order, 'an open order') };
  }
  const market = expectDefined(MARKETS[below(MARKETS.length)], 'a market');
  return { ...who, name: 'spot.place', market: market.id, request: chooseOrder(below, market) };
}

type Market = (typeof MARKETS)[number];

export function chooseOrder(below: Below, { midTicks, pricePlaces, lotPlaces, lots }: Market): Request {
  const side = below(2) === 0 ? 'buy' : 'sell';
  const lean = side === 'buy' ? -LEAN_TICKS : LEAN_TICKS;
  const ticks = midTicks + lean + below(2 * SPREAD_TICKS + 1) - SPREAD_TICKS;
  const dice = below(20);
  return {
    kind: 'limit',
    side,
    force: dice < 3 ? 'ioc' : dice < 5 ? 'post' : 'gtc',
    price: decimal(ticks, pricePlaces),
    quantity: decimal(lots.min + below(lots.max - lots.min), lotPlaces),
  };
}

/** Formats a whole number of steps as text, without floating point. */
function decimal(steps: number, places: number): string {
  if (places === 0) return String(steps);
  const digits = String(steps).padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
